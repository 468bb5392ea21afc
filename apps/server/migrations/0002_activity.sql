-- What people did in an account and who was turned away, for its people to read: rows are only ever added (security rule
-- 33). Sessions remember when their person last proved the password (G87).

alter table sessions add column proved_at_ms bigint not null default 0;

create table activity_logs (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  created_at_ms bigint not null,
  -- The signed-in device it was done from, which may be gone since; null: nobody got in.
  session_id uuid,
  device_type text not null check (device_type in ('web', 'mobile', 'access_link')),
  -- Who did it, as the name was then.
  name text not null,
  action text not null,
  -- What it was done to, by its name; '' where the action says it all.
  target text not null default '',
  ip text not null,
  is_security boolean not null,
  primary key (account_id, id)
);
create index activity_logs_newest on activity_logs (account_id, created_at_ms desc, id desc);
