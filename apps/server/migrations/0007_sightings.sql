-- Sightings are kept in a shorter form (see schema.sql); those of the last minute come back from the log at the next start.

update tracker_states set sightings = '[]' where sightings <> '[]';
