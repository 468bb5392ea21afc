-- Calibrations of stations (G54), and what the last of each station measured.

create table calibrations (
  account_id uuid not null references accounts on delete cascade,
  calibration_id uuid not null,
  method text not null check (method in ('manual', 'auto')),
  -- The reference tracker.
  device_id text not null,
  t4_ids text[] not null,
  started_at_ms bigint not null,
  ends_at_ms bigint not null,
  -- Null: it goes on.
  stopped_at_ms bigint,
  primary key (account_id, calibration_id)
);
create unique index calibrations_open_key on calibrations (account_id) where stopped_at_ms is null;
create index calibrations_newest on calibrations (account_id, started_at_ms desc);

create table station_calibrations (
  account_id uuid not null,
  t4_id text not null,
  method text not null check (method in ('manual', 'auto')),
  device_id text not null,
  stopped_at_ms bigint not null,
  -- Strength (dBm) of the reference tracker at one metre, and how it falls with distance; null: not measured.
  rssi_at_1m real,
  exponent real,
  -- By station, how strongly (dBm) this one hears it.
  signals jsonb not null,
  -- By station of the same calibration, how well it was measured.
  "values" jsonb not null,
  primary key (account_id, t4_id),
  foreign key (account_id, t4_id) references stations on delete cascade
);
select protect_tenant('calibrations');
select protect_tenant('station_calibrations');
