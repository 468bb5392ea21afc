-- Temperatures of carepads (decision 0043): an hour of minutes in a row, and what is left of hours past their retention; removal of
-- carepads by a link.

create table temperature_hours (
  account_id uuid not null,
  device_id text not null,
  -- Epoch ms of the start of the hour.
  hour_ms bigint not null,
  -- By minute, from 1, in hundredths of a degree Celsius: the lowest and the highest reading. Null: none.
  lows smallint[] not null,
  highs smallint[] not null
) partition by range (hour_ms);
create unique index temperature_hours_key on temperature_hours (account_id, device_id, hour_ms);

create table temperatures_thinned (
  account_id uuid not null,
  carepad_id text not null,
  hour_ms bigint not null,
  -- Degrees Celsius: the lowest and the highest reading, and the mean of the minutes.
  low real not null,
  mean real not null,
  high real not null,
  primary key (account_id, carepad_id, hour_ms),
  foreign key (account_id, carepad_id) references carepads on delete cascade
);
create index temperatures_thinned_old on temperatures_thinned (hour_ms);

alter table mail_links drop constraint mail_links_purpose_check;
alter table mail_links add constraint mail_links_purpose_check check (purpose in ('confirm', 'recovery', 'invitation',
  'remove_account', 'change_email', 'setup', 'remove_trackers', 'remove_stations', 'accept_share', 'confirm_contact',
  'remove_carepads'));
