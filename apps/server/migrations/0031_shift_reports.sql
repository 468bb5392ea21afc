-- When an account's shift reports are made by themselves (G75).
create table shift_timers (
  account_id uuid primary key references accounts on delete cascade,
  -- Times of day in the account's time zone, in order.
  times text[] not null,
  -- What the shift that ends at each is called; '': by its time.
  names text[] not null,
  -- From when on each counts: of what was due before there is no report.
  since_ms bigint[] not null
);

-- Shift reports (G75). They keep what they hold, and become a PDF when somebody asks for one.
create table shift_reports (
  account_id uuid not null references accounts on delete cascade,
  report_id uuid not null,
  -- When it was due, by which it is made once; null: made by hand.
  due_at_ms bigint,
  -- A name, or auto.
  creator text not null,
  -- When it was due or made by hand: the end of its period, and the order of the list.
  date_ms bigint not null,
  period_start_ms bigint not null,
  shift_name text not null default '',
  notes text not null default '',
  state text not null default 'generating' check (state in ('generating', 'success', 'failure')),
  -- How often somebody had it made again.
  retries integer not null default 0,
  -- Null until it succeeded.
  content jsonb,
  primary key (account_id, report_id),
  check ((state = 'success') = (content is not null))
);
create unique index shift_reports_due_key on shift_reports (account_id, due_at_ms) where due_at_ms is not null;
create index shift_reports_newest on shift_reports (account_id, date_ms desc, report_id desc);
create index shift_reports_old on shift_reports (date_ms);

-- Who confirmed to have read a shift report.
create table shift_report_readings (
  account_id uuid not null,
  report_id uuid not null,
  name text not null,
  -- Of the session it was said in.
  session_name text not null,
  read_at_ms bigint not null,
  primary key (account_id, report_id, name),
  foreign key (account_id, report_id) references shift_reports on delete cascade
);
