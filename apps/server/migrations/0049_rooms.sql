-- The rooms that a tracker is told to be in, and since when others are likelier (decision 0061).

alter table tracker_states add column rooms json;
