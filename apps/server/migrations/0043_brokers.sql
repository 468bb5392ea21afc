-- MQTT brokers that an account has already, from which the server reads (decision 0055).

-- Made by a stranger's sign-up: such an account may not reach brokers in the operator's private network. Of accounts that are there
-- already those count that signed up, but for the first one, which is the operator's.
alter table accounts add column signed_up boolean not null default false;
update accounts a set signed_up = true
  where integrator_account_id is null
    and exists (select from activity_logs l where l.account_id = a.account_id and l.action = 'sign_up')
    and account_id <> (select account_id from accounts order by created_at, account_id limit 1);

create table brokers (
  account_id uuid not null references accounts on delete cascade,
  broker_id uuid not null,
  broker_name text not null,
  host text not null,
  port integer not null check (port between 1 and 65535),
  tls boolean not null,
  -- PEM of the authority that signed the broker's certificate; '' trusts the system's.
  ca_certificate text not null default '',
  username text not null default '',
  -- Null: without a password.
  password_sealed bytea,
  -- What is read of it.
  reads text[] not null,
  theengs_base text not null default 'home',
  zigbee2mqtt_base text not null default 'zigbee2mqtt',
  -- Where Home Assistant looks for devices on it; '' tells it nothing.
  discovery_prefix text not null default '',
  paused boolean not null default false,
  created_at bigint not null,
  -- Grows with each change, after which servers connect again.
  version bigint not null default 1,
  primary key (account_id, broker_id)
);
select protect_tenant('brokers');

-- Connections of the servers to a broker: slot 0 always, further ones where the broker shares messages out.
create table broker_links (
  account_id uuid not null,
  broker_id uuid not null,
  slot integer not null check (slot >= 0),
  server_id uuid not null,
  -- Until then no other server takes the slot.
  lease_until_ms bigint not null,
  state text not null default 'connecting' check (state in ('connecting', 'connected', 'failed')),
  state_since_ms bigint not null,
  fault text not null default '',
  -- 4 is MQTT 3.1.1; null while it is not connected.
  protocol_version smallint,
  -- The broker shares messages out among the slots.
  shares boolean not null default false,
  -- Messages since the server connected for the first time, by what they are.
  counts json not null default '{}',
  last_message_ms bigint,
  primary key (account_id, broker_id, slot),
  foreign key (account_id, broker_id) references brokers on delete cascade
);
select protect_tenant('broker_links');

-- A name in a broker's topics is a sender like any other, without a password of its own.
alter table credentials drop constraint credentials_kind_check;
alter table credentials add constraint credentials_kind_check
  check (kind in ('any', 'native', 'owntracks', 'osmand', 'espresense', 'theengs', 'shelly', 'reader', 'zigbee2mqtt'));
alter table credentials alter column password_hash drop not null;
alter table credentials add column broker_id uuid;
alter table credentials add column broker_label text;
alter table credentials add constraint credentials_of_broker foreign key (account_id, broker_id) references brokers on delete cascade;
alter table credentials add constraint credentials_proof check ((password_hash is null) = (broker_id is not null));
create unique index credentials_broker_label_key on credentials (account_id, broker_id, kind, broker_label)
  where broker_id is not null;
