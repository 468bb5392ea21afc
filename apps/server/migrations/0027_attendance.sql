-- What people say about days of attendance, and the rules by which overtime counts (decision 0041). The days themselves are worked out of
-- visits of zones whenever they are asked for.

create table attendance_notes (
  account_id uuid not null references accounts on delete cascade,
  device_id text not null,
  day date not null,
  comment text not null default '',
  vacation boolean not null default false,
  tag_not_brought boolean not null default false,
  not_for_working boolean not null default false,
  apply_ot boolean not null default false,
  corrected_sign_in bigint,
  corrected_sign_out bigint,
  changed_by text not null,
  changed_at bigint not null,
  primary key (account_id, device_id, day)
);
create index attendance_notes_day on attendance_notes (account_id, day);

create table attendance_rules (
  account_id uuid primary key references accounts on delete cascade,
  work_start text not null,
  work_end text not null,
  over_time_minutes integer not null
);

create index device_conditions_of_kind on device_conditions (account_id, kind, since_ms);
