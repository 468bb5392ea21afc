-- What the solver believes of a tracker's place, so that it goes on after a restart (decision 0049).

alter table tracker_states add column belief json;
