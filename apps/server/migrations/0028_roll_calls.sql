-- Roll-calls (decision 0045). One that ended is its report.
create table roll_calls (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  is_drill boolean not null,
  started_at_ms bigint not null,
  started_by text not null,
  -- Null: it goes on.
  ended_at_ms bigint,
  ended_by text,
  -- Who was expected when it started, as the contract writes it; with the last places of when it ended.
  people jsonb not null,
  primary key (account_id, id),
  check ((ended_at_ms is null) = (ended_by is null))
);
create unique index roll_calls_open_key on roll_calls (account_id) where ended_at_ms is null;
create index roll_calls_newest on roll_calls (account_id, started_at_ms desc, id desc);
create index roll_calls_old on roll_calls (ended_at_ms) where ended_at_ms is not null;

create table roll_call_ticks (
  account_id uuid not null,
  roll_call_id uuid not null,
  -- Of who said it: by it a tick is stored once.
  command_id uuid not null,
  device_id text not null,
  is_safe boolean not null,
  at_ms bigint not null,
  by text not null,
  primary key (account_id, roll_call_id, command_id),
  foreign key (account_id, roll_call_id) references roll_calls on delete cascade
);

-- Whose trackers a roll-call is about, those without a class by -1; no row: all.
create table roll_call_settings (
  account_id uuid primary key references accounts on delete cascade,
  class_indexes smallint[] not null
);
