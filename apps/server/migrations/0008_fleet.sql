-- The fleet: what people add, arrange, share and remove; what senders are told; tags nobody has claimed yet.

-- Names tell devices apart on a screen, so an account has each once (400102).
update trackers t set name = left(t.name, 30) || ' ' || left(t.device_id, 19)
where exists (
  select from trackers o
  where o.account_id = t.account_id and o.name = t.name and (o.created_at, o.device_id) < (t.created_at, t.device_id)
);
create unique index trackers_name_key on trackers (account_id, name);
update stations s set t4_name = left(s.t4_name, 30) || ' ' || s.t4_id
where exists (
  select from stations o
  where o.account_id = s.account_id and o.t4_name = s.t4_name and (o.created_at, o.t4_id) < (s.created_at, s.t4_id)
);
create unique index stations_name_key on stations (account_id, t4_name);

alter table trackers
  -- What it said when it was added; its reports say better.
  add column assigned_firmware text not null default '',
  -- What it is to take over, when that was saved, and which saving it last reported to run (G49).
  add column adv_settings jsonb,
  add column adv_settings_time bigint,
  add column adv_settings_taken bigint,
  add column ota_state text check (ota_state in ('waiting', 'running', 'done', 'failed')),
  -- The version an upgrade leads to.
  add column ota_version text,
  add column ota_changed_at_ms bigint,
  add column ringing_until_ms bigint,
  -- A phone that is not trackable is in no list (G41).
  add column trackable boolean not null default true;
-- Those that are still to be told something: few of many.
create index trackers_untold on trackers (account_id, device_id)
  where adv_settings_time is distinct from adv_settings_taken or ota_state in ('waiting', 'running');

alter table stations
  add column blinking_until_ms bigint;

-- Who has which piece of our own hardware: one account at most (G42).
create table bindings (
  device_type text not null check (device_type in ('g3', 't4', 'carepad')),
  device_id text not null,
  account_id uuid not null references accounts on delete cascade,
  -- Another device that calls itself the same is a conflict; '' where none was said.
  mac_address text not null default '',
  -- Of the console it was added by; what another brand's has is bound by another app.
  brand text not null default 'default',
  primary key (device_type, device_id)
);
create index bindings_account on bindings (account_id);
insert into bindings (device_type, device_id, account_id, mac_address)
select 'g3', device_id, account_id, mac_address from trackers where device_model <> 'mobile' and make = ''
on conflict do nothing;
insert into bindings (device_type, device_id, account_id, mac_address)
select 't4', t4_id, account_id, mac_address from stations
on conflict do nothing;

-- Bind checks that passed: they allow the security exchange in the same session for a while (G44; security rule 44).
create table bind_checks (
  account_id uuid not null references accounts on delete cascade,
  session_id uuid not null,
  device_type text not null check (device_type in ('g3', 't4')),
  device_id text not null,
  passed_at_ms bigint not null,
  primary key (account_id, session_id, device_type, device_id)
);
create index bind_checks_old on bind_checks (passed_at_ms);

-- Challenges that were answered: each once (security rule 44).
create table answered_challenges (
  challenge_hash bytea primary key,
  answered_at_ms bigint not null
);
create index answered_challenges_old on answered_challenges (answered_at_ms);

-- What people wrote on a tracker, by remark item; memos of a removed item stay, unseen (G51).
create table tracker_remarks (
  account_id uuid not null,
  device_id text not null,
  index smallint not null,
  memo text not null,
  editor text not null,
  update_time bigint not null,
  primary key (account_id, device_id, index),
  foreign key (account_id, device_id) references trackers on delete cascade
);
alter table remark_items
  -- The order people gave them; `index` is the item itself and never changes. Null: removed, but its memos are kept.
  add column place smallint default 0;
update remark_items set place = index;

-- Devices shared with somebody; `account_id` is the giver's (G48).
create table shares (
  account_id uuid not null,
  share_id uuid not null,
  device_id text not null,
  -- Whom it was offered to, as typed.
  email text not null,
  -- Set once accepted.
  receiver_account_id uuid references accounts on delete cascade,
  accepted_at bigint,
  created_time bigint not null,
  primary key (account_id, share_id),
  foreign key (account_id, device_id) references trackers on delete cascade,
  check ((receiver_account_id is null) = (accepted_at is null))
);
create unique index shares_offer_key on shares (account_id, device_id, lower(email));
-- In the lists of a receiver an id names one device.
create unique index shares_received_key on shares (receiver_account_id, device_id) where receiver_account_id is not null;

-- Mails that concern devices or a share.
alter table mail_links
  drop constraint mail_links_purpose_check,
  add constraint mail_links_purpose_check check (purpose in ('confirm', 'recovery', 'invitation', 'remove_account',
    'change_email', 'setup', 'remove_trackers', 'remove_stations', 'accept_share')),
  -- Ids of the devices, or of the share.
  add column objects text[] not null default '{}';

-- What senders are to do; each is handed out once and is void after a while (G09).
create table device_commands (
  account_id uuid not null references accounts on delete cascade,
  command_id uuid not null,
  sender_id text not null,
  device_id text,
  command text not null check (command in ('ring', 'led', 'ota', 'settings')),
  parameters jsonb not null,
  created_at_ms bigint not null,
  expires_at_ms bigint not null,
  taken_at_ms bigint,
  primary key (account_id, command_id)
);
create index device_commands_waiting on device_commands (account_id, sender_id, created_at_ms) where taken_at_ms is null;
create index device_commands_old on device_commands (expires_at_ms);
create index device_commands_of_device on device_commands (account_id, device_id, command) where device_id is not null;

-- Firmware the operator put in (G45).
create table firmwares (
  device_model text not null,
  version text not null,
  image bytea not null,
  -- SHA-256 of the image in hex.
  hash text not null,
  -- Of the image, by the maker's key; devices check it.
  signature bytea not null,
  created_at bigint not null,
  primary key (device_model, version)
);

alter table credentials
  drop constraint credentials_kind_check,
  add constraint credentials_kind_check
    check (kind in ('any', 'native', 'owntracks', 'osmand', 'espresense', 'theengs', 'shelly', 'reader')),
  add column last_used bigint;

-- Tags that senders hear and nobody has claimed (G85).
create table unclaimed_tags (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  radio_identity text not null,
  make text not null default '',
  has_temperature boolean not null default false,
  is_encrypted boolean not null default false,
  is_ambiguous boolean not null default false,
  -- An encrypted advertisement of it, to try a key on.
  sample bytea,
  sender_id text not null,
  rssi double precision not null,
  battery double precision,
  temperature double precision,
  first_seen bigint not null,
  last_seen bigint not null,
  ignored boolean not null default false,
  primary key (account_id, id)
);
create unique index unclaimed_tags_identity_key on unclaimed_tags (account_id, radio_identity);
create index unclaimed_tags_newest on unclaimed_tags (account_id, last_seen desc, id desc) where not ignored;

-- Keys of tags that encrypt what they say, under the server's own key.
create table radio_keys (
  account_id uuid not null references accounts on delete cascade,
  radio_identity text not null,
  key_sealed bytea not null,
  primary key (account_id, radio_identity)
);

-- Temperature carepads; the group they stand in comes with their screens (G69).
create table loggers (
  account_id uuid not null references accounts on delete cascade,
  logger_id uuid not null,
  logger_name text not null,
  image text not null default '',
  created_at bigint not null,
  primary key (account_id, logger_id)
);
create unique index loggers_name_key on loggers (account_id, logger_name);
create table carepads (
  account_id uuid not null references accounts on delete cascade,
  carepad_id text not null,
  carepad_name text not null,
  logger_id uuid,
  make text not null default '',
  radio_identity text,
  temperature_unit text not null default 'C' check (temperature_unit in ('C', 'F')),
  threshold_high double precision not null default 38.0,
  threshold_low double precision not null default 35.0,
  alert_type text not null default 'instant' check (alert_type in ('instant', 'persistent')),
  created_at bigint not null,
  primary key (account_id, carepad_id),
  foreign key (account_id, logger_id) references loggers on delete restrict,
  check (threshold_high > threshold_low)
);
create unique index carepads_name_key on carepads (account_id, carepad_name);
create unique index carepads_radio_identity_key on carepads (account_id, radio_identity) where radio_identity is not null;
