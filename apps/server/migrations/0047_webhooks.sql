-- Webhooks: addresses that are told of events of an account, and what was delivered to them (decision 0059).

create table webhooks (
  account_id uuid not null references accounts on delete cascade,
  webhook_id uuid not null,
  url text not null,
  note text not null,
  events text[] not null,
  -- The secret it signs by; the one before signs too until its time.
  secret_sealed bytea not null,
  previous_secret_sealed bytea,
  previous_until_ms bigint,
  created_at_ms bigint not null,
  -- Null: it is on.
  off text check (off in ('person', 'failures', 'gone')),
  -- Since when its receiver has taken nothing; null: it took the last delivery, or there was none.
  failing_since_ms bigint,
  primary key (account_id, webhook_id),
  check ((previous_secret_sealed is null) = (previous_until_ms is null))
);

-- What is and was sent, a row for each event and webhook: the outbox, and the list that people read. No names: they are looked up
-- as it is sent.
create table webhook_deliveries (
  account_id uuid not null,
  webhook_id uuid not null,
  delivery_id uuid not null,
  event text not null,
  -- Ids and figures.
  facts jsonb not null,
  -- When it happened, and when it was queued.
  at_ms bigint not null,
  created_at_ms bigint not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  -- All tries, and those since it was last asked for.
  tries integer not null default 0,
  turn_tries integer not null default 0,
  last_try_at_ms bigint,
  status smallint,
  fault text,
  -- Null: it is over.
  next_try_at_ms bigint,
  primary key (account_id, webhook_id, delivery_id),
  foreign key (account_id, webhook_id) references webhooks on delete cascade,
  check ((state = 'waiting') = (next_try_at_ms is not null))
);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_try_at_ms) where next_try_at_ms is not null;
create index webhook_deliveries_newest on webhook_deliveries (account_id, webhook_id, created_at_ms desc, delivery_id desc);
create index webhook_deliveries_old on webhook_deliveries (created_at_ms);

-- People are told that one was switched off.
alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (type in ('device_offline', 'enter_danger_zone',
  'station_online', 'disengage', 'test', 'high_temperature', 'low_temperature', 'back_to_normal', 'low_battery', 'help',
  'webhook_off'));

select protect_tenant('webhooks');
select protect_tenant('webhook_deliveries');
