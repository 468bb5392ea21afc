-- History is kept as it was shown (decision 0086): where each tracker stayed, and the places at which it was shown on the way. Both are
-- partitioned by time, so that old rows are dropped and not deleted. What conditions hold of a device from when to when, and its alarms,
-- are rows of their own tables.

-- The stay that a tracker's last report belongs to, and the place where it may be settling; null: no report yet.
alter table tracker_states add column open_stay json;

create table stays (
  account_id uuid not null,
  device_id text not null,
  from_ms bigint not null,
  until_ms bigint not null,
  kind text not null,
  sender_id text not null,
  sender_name text not null,
  map_id uuid,
  "indoor_X" double precision,
  "indoor_Y" double precision,
  gps_latitude double precision,
  gps_longitude double precision,
  rssi real,
  sightings integer not null,
  device_name text not null,
  class_index smallint not null
) partition by range (from_ms);
create unique index stays_key on stays (account_id, device_id, from_ms);
create index stays_sender on stays (account_id, sender_id, from_ms);

create table shown_positions (
  account_id uuid not null,
  device_id text not null,
  at_ms bigint not null,
  connected boolean,
  moving boolean not null,
  reason_code smallint,
  sender_id text,
  map_id uuid,
  "indoor_X" double precision,
  "indoor_Y" double precision,
  gps_latitude double precision,
  gps_longitude double precision,
  accuracy real,
  battery real
) partition by range (at_ms);
create unique index shown_positions_key on shown_positions (account_id, device_id, at_ms);
create index shown_positions_time on shown_positions (account_id, at_ms);
