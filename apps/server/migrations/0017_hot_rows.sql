-- Hot rows are written with nearly every report. An index of the time they are written at takes part in each of these writes; without
-- it, and with room in each page, a row is written beside its older self and no index learns of it. Sightings, which nobody looks
-- into but by whole rows, need not be taken to pieces when they are written (decision 0016).

drop index tracker_states_updated;
drop index station_states_updated;
alter table station_states set (fillfactor = 50);
alter table tracker_states set (fillfactor = 50);
-- Writes the table anew, with that room.
alter table tracker_states alter column sightings drop default;
alter table tracker_states alter column sightings type json using sightings::json;
alter table tracker_states alter column sightings set default '[]';
