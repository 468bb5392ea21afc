-- Training jobs (G77). What they collected outlives the log it came from; one row a job, as it is always read whole.

create table training_jobs (
  account_id uuid not null references accounts on delete cascade,
  job_id uuid not null,
  -- The tracker, and its name as of then.
  device_id text not null,
  device_name text not null,
  map_id uuid not null,
  -- Where the tracker was kept, or where the path begins.
  "indoor_X" double precision not null,
  "indoor_Y" double precision not null,
  -- Minutes.
  collection_time smallint not null,
  note text not null,
  -- When it was started; and once it is over, from when to when it collected.
  created_at_ms bigint not null,
  started_at_ms bigint,
  ended_at_ms bigint,
  valid boolean not null default true,
  -- [{indoor_X, indoor_Y, at_ms}] in their order; null: kept at one spot.
  path jsonb,
  -- [{t4_id, map_id, indoor_X, indoor_Y, at_ms: [], rssi: []}]: what each station heard, and where it stood.
  readings jsonb not null default '[]',
  reading_count integer not null default 0,
  -- Metres; null: not measured.
  before_metres real,
  after_metres real,
  primary key (account_id, job_id),
  foreign key (account_id, map_id) references indoor_maps on delete cascade,
  check ((started_at_ms is null) = (ended_at_ms is null))
);
create unique index training_jobs_open_key on training_jobs (account_id, device_id) where ended_at_ms is null;
create index training_jobs_newest on training_jobs (account_id, created_at_ms desc, job_id desc);
create index training_jobs_map on training_jobs (account_id, map_id);

-- What the jobs of a map teach, as consoles show it.
create table radio_maps (
  account_id uuid not null references accounts on delete cascade,
  map_id uuid not null,
  -- As the contract writes it.
  view jsonb not null,
  primary key (account_id, map_id),
  foreign key (account_id, map_id) references indoor_maps on delete cascade
);
select protect_tenant('training_jobs');
select protect_tenant('radio_maps');
