-- What setting a sender up needs (decision 0057): the key of OwnTracks' encryption, sealed, and names that tags carry.

alter table credentials add column payload_key_sealed bytea;
alter table unclaimed_tags add column name text not null default '';
