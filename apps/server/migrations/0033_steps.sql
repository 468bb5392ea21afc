-- Steps of care watches by local day (G71). The count of the present day is part of the hot row, so that a log that is played again
-- counts nothing twice; the table has the same number.

alter table tracker_states add column step_memory json;
alter table trackers add column step_target integer not null default 6000;

create table step_days (
  account_id uuid not null,
  device_id text not null,
  day date not null,
  count integer not null,
  primary key (account_id, device_id, day)
);
