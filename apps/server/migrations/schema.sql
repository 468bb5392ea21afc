-- The house: accounts, people and their sessions, devices, what was heard of them, and where they are.
-- Every tenant table starts its key with account_id. Times are epoch seconds, or milliseconds where the name ends in _ms.

create table accounts (
  account_id uuid primary key,
  created_at bigint not null,
  timezone text not null default 'Asia/Taipei',
  notification_ring_repeat boolean not null default false,
  custom_logo text not null default '',
  about_image text not null default '',
  about_content text not null default '',
  -- The integrator's user that made it; null: it came by itself.
  integrator_account_id uuid references accounts on delete restrict,
  -- May have stations (G37).
  location_service boolean not null default true,
  -- What browsers prove the PIN by, under which names of carepads are; '': there is none (G30).
  pin_check text not null default '',
  -- Of carepads without a unit of their own (G70).
  temperature_unit text not null default 'C' check (temperature_unit in ('C', 'F')),
  -- Made by a stranger's sign-up: such an account may not reach brokers in the operator's private network (decision 0055).
  signed_up boolean not null default false,
  -- By `shardOf` of the server: the first word of the SHA-256 of the id, by its lowest bits.
  shard integer not null generated always as (get_byte(sha256(account_id::text::bytea), 3) & 63) stored
);
create index accounts_integrator on accounts (integrator_account_id) where integrator_account_id is not null;
create index accounts_shard on accounts (shard);

create table users (
  account_id uuid not null references accounts on delete cascade,
  user_id uuid not null,
  -- As typed; compared without case.
  email text not null,
  -- Argon2id in PHC form; null for people who sign in with another service.
  password_hash text,
  fullname text not null,
  class text not null check (class in ('owner', 'deputy', 'support', 'readonly')),
  groups text[] not null default '{}',
  b2b_user boolean not null,
  provider text not null default 'email',
  verified boolean not null default false,
  locale text not null default 'en-us' check (locale in ('en-us', 'zh-tw', 'ja-jp')),
  headshot text not null default '',
  unread_count integer not null default 0 check (unread_count >= 0),
  created_at bigint not null,
  -- Who another service says it is: the key is its issuer and subject, never the e-mail (security rule 7).
  provider_issuer text,
  provider_subject text,
  constraint users_provider_whole check ((provider_issuer is null) = (provider_subject is null)),
  primary key (account_id, user_id)
);
create unique index users_email_key on users (lower(email));
create unique index users_provider_key on users (provider_issuer, provider_subject);

-- Links that let visitors in for a while (G33).
create table access_links (
  account_id uuid not null references accounts on delete cascade,
  link_id uuid not null,
  -- SHA-256 of the code for finding it, and the code sealed for showing it again (security rule 18).
  code_hash bytea not null,
  code_sealed bytea not null,
  name text not null,
  role text not null check (role in ('deputy', 'support', 'readonly')),
  password_hash text,
  notes text not null default '',
  -- Null: no end.
  expire_time bigint,
  created_time bigint not null,
  primary key (account_id, link_id)
);
create unique index access_links_code_key on access_links (code_hash);
create unique index access_links_name_key on access_links (account_id, normalize(name, NFKC));
-- A support link is there once (specification §4).
create unique index access_links_support_key on access_links (account_id) where role = 'support';

create table sessions (
  account_id uuid not null,
  session_id uuid not null,
  user_id uuid not null,
  device_type text not null check (device_type in ('web', 'mobile', 'access_link')),
  platform text not null,
  useragent text not null,
  push_token text not null default '',
  stay_signed_in boolean not null default false,
  -- SHA-256 of the opaque token.
  token_hash bytea not null,
  token_issued_at_ms bigint not null,
  -- The token before the last rotation; good for a moment, for the other tabs (G17).
  previous_token_hash bytea,
  rotated_at_ms bigint,
  signin_at_ms bigint not null,
  last_used_at_ms bigint not null,
  -- When its person last proved the password (G87).
  proved_at_ms bigint not null default 0,
  -- Of a visitor: the link, and language and read marks of their own, never the owner's.
  link_id uuid,
  locale text check (locale in ('en-us', 'zh-tw', 'ja-jp')),
  unread_count integer check (unread_count >= 0),
  -- Whether the current token was ever used; until then its answer may have been lost.
  token_used boolean not null default false,
  -- What it last told others, and when: the same within a second is a slip of the finger.
  pressed text not null default '',
  pressed_at_ms bigint not null default 0,
  -- The phone that is signed in, once it said that it may be tracked.
  phone_id text,
  primary key (account_id, session_id),
  foreign key (account_id, user_id) references users on delete cascade,
  foreign key (account_id, link_id) references access_links on delete cascade
);
create unique index sessions_token_key on sessions (token_hash);
create index sessions_previous_token on sessions (previous_token_hash) where previous_token_hash is not null;
create index sessions_link on sessions (account_id, link_id) where link_id is not null;

-- What people did in an account and who was turned away; rows are only ever added (security rule 33).
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
-- Whether somebody of an account signed in from an address before is asked while strangers guess its password (security rule 2).
create index activity_logs_signins on activity_logs (account_id, ip) where action = 'sign_in' and device_type = 'web';

-- Failed sign-ins, to slow down guessing (security rules 2, 30). `bucket` is a hash of an address or an account.
create table signin_failures (
  bucket text primary key,
  failures integer not null,
  window_started_at_ms bigint not null
);

-- Words of other services on who somebody is, each good once (security rule 7).
create table used_id_tokens (
  -- SHA-256 of what the service signed.
  token_hash bytea primary key,
  -- Past it the token is refused anyway.
  expires_at_ms bigint not null
);

-- Links in mails; used once by one atomic update (security rule 9).
create table mail_links (
  -- SHA-256 of the token in the link's fragment.
  token_hash bytea primary key,
  purpose text not null check (purpose in ('confirm', 'recovery', 'invitation', 'remove_account', 'change_email', 'setup',
    'remove_trackers', 'remove_stations', 'accept_share', 'confirm_contact', 'remove_carepads')),
  -- Null: the setup link of a fresh server.
  account_id uuid,
  user_id uuid,
  -- The address it concerns, as an e-mail change knows a new one.
  email text not null default '',
  -- Ids of the devices, or of the share.
  objects text[] not null default '{}',
  created_at_ms bigint not null,
  expires_at_ms bigint not null,
  used_at_ms bigint,
  foreign key (account_id, user_id) references users on delete cascade
);
create index mail_links_user on mail_links (account_id, user_id, purpose);

-- Mails on their way. Without an SMTP server they stay here, for the operator to read (G26).
create table mails (
  id uuid primary key,
  -- Null: of nobody's account.
  account_id uuid references accounts on delete cascade,
  email text not null,
  kind text not null,
  subject text not null,
  -- Emptied once it is sent, as links in it are secrets.
  body_text text not null,
  body_html text not null,
  created_at_ms bigint not null,
  -- Null: nothing more to try.
  next_try_at_ms bigint,
  tries integer not null default 0,
  sent_at_ms bigint,
  -- Why the last try failed, as the mail server put it, or why there was none.
  fault text not null default '',
  -- What it tells of; it is not sent any more once people answered for all of these.
  alarm_ids uuid[] not null default '{}',
  -- The order in which mails were written, whatever clocks said.
  written bigint generated always as identity,
  -- The mail server fell silent in the midst of the last try, perhaps as it had taken the mail.
  may_be_sent boolean not null default false
);
-- Of alarms that are due the last goes first: the newest, but a minute (60000 ms) older for each try it had.
create index mails_alarms on mails ((created_at_ms - tries * 60000::bigint) desc, next_try_at_ms)
  where kind = 'alarm' and next_try_at_ms is not null;
create index mails_due on mails (next_try_at_ms) where kind <> 'alarm' and next_try_at_ms is not null;
create index mails_of_address on mails (lower(email), created_at_ms);
-- The mail an address got last.
create index mails_last_alarm on mails (account_id, lower(email), written desc) where kind = 'alarm';

-- How far a long job is; jobs themselves are in a schema of their own, which 0018_jobs.sql makes.
create table job_progress (
  job_id uuid primary key,
  done bigint not null,
  total bigint
);

-- Uploads, decoded and encoded anew, by unguessable names (security rules 22, 23).
create table media (
  account_id uuid not null references accounts on delete cascade,
  name text not null,
  image_type text not null check (image_type in ('image/png', 'image/jpeg')),
  image bytea not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  created_at bigint not null,
  primary key (account_id, name)
);

-- LINE groups: a code the bot posted waits for a nickname, then the group gets the account's alerts (G62).
create table line_codes (
  code_hash bytea primary key,
  group_id text not null,
  created_at_ms bigint not null
);
create table line_groups (
  account_id uuid not null references accounts on delete cascade,
  line_group_id uuid not null,
  -- LINE's own name of the group.
  group_id text not null,
  note text not null,
  created_time bigint not null,
  primary key (account_id, line_group_id)
);
create unique index line_groups_group_key on line_groups (account_id, group_id);

-- Calls that came with an Idempotency-Key (security rule 47).
create table idempotency_keys (
  account_id uuid not null references accounts on delete cascade,
  -- Of whom: nobody else is given its answer.
  session_id uuid not null,
  key_hash bytea not null,
  -- Of method, address and body.
  request_hash bytea not null,
  -- Sealed; null while it is under way.
  answer bytea,
  created_at_ms bigint not null,
  primary key (account_id, session_id, key_hash)
);
create index idempotency_keys_old on idempotency_keys (created_at_ms);

create table indoor_maps (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  map_name text not null,
  image_type text not null check (image_type in ('image/png', 'image/jpeg')),
  image bytea not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  metres_per_pixel double precision check (metres_per_pixel > 0),
  building text not null default '',
  floor text not null default '',
  -- Top left, top right, bottom right, bottom left as [longitude, latitude].
  corners jsonb,
  created_at bigint not null,
  primary key (account_id, id)
);
create unique index indoor_maps_name_key on indoor_maps (account_id, normalize(map_name, NFKC));

create table stations (
  account_id uuid not null references accounts on delete cascade,
  t4_id text not null,
  t4_name text not null,
  photo text not null default '',
  gps_latitude double precision,
  gps_longitude double precision,
  map_id uuid,
  "indoor_X" double precision,
  "indoor_Y" double precision,
  wifi_ssid text not null default '',
  mac_address text not null default '',
  lock_mancal boolean not null default false,
  created_at bigint not null,
  blinking_until_ms bigint,
  primary key (account_id, t4_id),
  foreign key (account_id, map_id) references indoor_maps on delete set null (map_id)
);
create unique index stations_name_key on stations (account_id, normalize(t4_name, NFKC));

-- One hot row a station, written lazily behind the log.
create table station_states (
  account_id uuid not null,
  t4_id text not null,
  connection_status text not null check (connection_status in ('connected', 'disconnected')),
  lastseen_ms bigint not null,
  ip text not null default '',
  firmware text not null default '',
  updated_at_ms bigint not null,
  primary key (account_id, t4_id)
) with (fillfactor = 50);

create table tracker_classes (
  account_id uuid not null references accounts on delete cascade,
  index smallint not null check (index between 0 and 9),
  name text not null,
  color text not null check (color ~ '^#[0-9A-F]{6}$'),
  urls jsonb not null default '[]',
  -- Trackers of such a class are staff: who on duty is nearest is one of them.
  is_staff boolean not null default false,
  primary key (account_id, index)
);

create table remark_items (
  account_id uuid not null references accounts on delete cascade,
  index smallint not null,
  name text not null,
  -- The order people gave them; `index` is the item itself and never changes. Null: removed, but its memos are kept.
  place smallint default 0,
  primary key (account_id, index)
);

create table trackers (
  account_id uuid not null references accounts on delete cascade,
  device_id text not null,
  name text not null,
  device_model text not null check (device_model in ('g3', 'g3s', 'g3d', 'g3d2', 'g3m', 'g5', 'mobile')),
  make text not null default '',
  class_index smallint not null default -1 check (class_index between -1 and 9),
  photo text not null default '',
  serial_number text not null default '',
  mac_address text not null default '',
  -- What stations of other makes call it, e.g. iBeacon:<uuid>-<major>-<minor>.
  radio_identity text,
  platform text not null default '' check (platform in ('', 'ios', 'android')),
  offline_alert boolean not null default false,
  created_at bigint not null,
  -- What it said when it was added; its reports say better.
  assigned_firmware text not null default '',
  -- What it is to take over, when that was saved, and which saving it last reported to run (G49).
  adv_settings jsonb,
  adv_settings_time bigint,
  adv_settings_taken bigint,
  ota_state text check (ota_state in ('waiting', 'running', 'done', 'failed')),
  -- The version an upgrade leads to.
  ota_version text,
  ota_changed_at_ms bigint,
  ringing_until_ms bigint,
  -- A phone that is not trackable is in no list (G41).
  trackable boolean not null default true,
  -- Steps a day that its wearer is to reach (G71).
  step_target integer not null default 6000,
  primary key (account_id, device_id)
);
-- Names tell devices apart on a screen, so an account has each once (400102).
create unique index trackers_name_key on trackers (account_id, normalize(name, NFKC));
create unique index trackers_radio_identity_key on trackers (account_id, radio_identity) where radio_identity is not null;
-- Those that are still to be told something: few of many.
create index trackers_untold on trackers (account_id, device_id)
  where adv_settings_time is distinct from adv_settings_taken or ota_state in ('waiting', 'running');
-- The order of lists and of their pages.
create index trackers_listed on trackers (account_id, created_at desc, device_id desc);

-- One hot row a tracker, written lazily (at most 500 ms) behind the log and rebuilt from it after a crash.
-- Written with nearly every report: room in each page, and no index but the key, let a row be written beside its older self.
create table tracker_states (
  account_id uuid not null,
  device_id text not null,
  last_seen_ms bigint not null,
  -- What the last report said of the connection; null where reports of its kind say nothing.
  said_connected boolean,
  disconnected_at_ms bigint,
  battery double precision,
  firmware text not null default '',
  rssi double precision,
  moving boolean not null default false,
  heading double precision,
  steps integer,
  temperature double precision,
  -- Where it was last placed (G39); reason_code is of the live kind, staleness follows from the status.
  sender_id text,
  sender_name text not null default '',
  reason_code smallint,
  gps_latitude double precision,
  gps_longitude double precision,
  accuracy double precision,
  map_id uuid,
  "indoor_X" double precision,
  "indoor_Y" double precision,
  located_at_ms bigint,
  -- What positioning works on: newest time (epoch ms), then by station its id and, for each sighting, dBm and age (ms).
  sightings json not null default '[]',
  -- What may be about to change: zones it may be entering or leaving, a temperature beyond a threshold; null: nothing.
  rule_memory jsonb,
  updated_at_ms bigint not null,
  -- Of the report that last_seen_ms is of.
  log_order bigint not null default 0,
  -- Percent, relative.
  humidity double precision,
  -- What the solver believed of its place as a minute ended, and which rows of the log it has taken in since; null: nothing.
  belief json,
  -- The rooms that it is told to be in, and since when others are likelier; null: it is placed by other means than a belief.
  rooms json,
  -- The clock of what placed it was wrong, and located_at_ms is a corrected time.
  time_corrected boolean not null default false,
  -- Its stays and visits that go on, and all else that the past goes on from; null: no report yet.
  past json,
  primary key (account_id, device_id)
) with (fillfactor = 50);

-- MQTT brokers that an account has already, from which the server reads (decision 0055).
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

create table credentials (
  account_id uuid not null references accounts on delete cascade,
  sender_id text not null,
  -- The one protocol the sender may speak, or any.
  kind text not null default 'any'
    check (kind in ('any', 'native', 'owntracks', 'osmand', 'espresense', 'theengs', 'shelly', 'ruuvi', 'thethings', 'chirpstack',
      'meshtastic', 'teltonika', 'gt06', 'reader', 'zigbee2mqtt')),
  -- Null for a name in a broker's topics, which proves itself by the broker.
  password_hash bytea,
  -- The station this sender is; null for a phone, and for a station that has not spoken yet.
  t4_id text,
  created_at bigint not null,
  revoked_at bigint,
  last_used bigint,
  -- The access link whose visitor made it, by its name, as it goes on when the link ends; '' where nobody came by a link.
  made_by_link text not null default '',
  -- The broker whose topics name this sender, and how they call it.
  broker_id uuid,
  broker_label text,
  -- The key under which its phone encrypts what it sends, sealed; null: none was entered.
  payload_key_sealed bytea,
  -- When it last proved who it is (epoch seconds, to the minute), whatever it sent then; null: never yet.
  connected_at bigint,
  -- Which password of this sender it is: the home of an account refuses what a front door took by an earlier one.
  generation integer not null default 0,
  primary key (account_id, sender_id),
  constraint credentials_of_broker foreign key (account_id, broker_id) references brokers on delete cascade,
  constraint credentials_proof check ((password_hash is null) = (broker_id is not null))
);
-- The password is random and long and alone finds its sender (OsmAnd knows nothing else), so it is unique.
create unique index credentials_password_key on credentials (password_hash);
-- GPS hardware is known by its IMEI alone, so one account has it.
create unique index credentials_hardware_key on credentials (sender_id)
  where kind in ('teltonika', 'gt06') and revoked_at is null;
create unique index credentials_broker_label_key on credentials (account_id, broker_id, kind, broker_label)
  where broker_id is not null;

-- Places in the log. Each number stands for 4,096 of them, the number's own and those after it.
create sequence log_orders increment by 4096;

-- One row per accepted observation group, written by COPY. Partitions by UTC day are made as rows come.
create table location_logs (
  account_id uuid not null,
  device_id text not null,
  scanned_at_ms bigint not null,
  sender_id text not null,
  seq text not null,
  received_at_ms bigint not null,
  -- The sender's clock was ahead: scanned_at_ms is the time of receipt.
  clock_ahead boolean not null,
  rssi double precision,
  connected boolean,
  battery double precision,
  firmware text,
  moving boolean,
  heading double precision,
  speed double precision,
  steps integer,
  temperature double precision,
  help boolean,
  gps_latitude double precision,
  gps_longitude double precision,
  accuracy double precision,
  -- Rises in the order in which rows were written, whatever clocks say; 0: before there was such an order.
  log_order bigint not null default nextval('log_orders'),
  -- Percent, relative.
  humidity double precision,
  -- True: the sender's clock was behind by weeks of GPS, and was corrected.
  lost_weeks boolean
) partition by range (scanned_at_ms);
create unique index location_logs_key on location_logs (account_id, device_id, scanned_at_ms, sender_id, seq);
-- Rows come in this order, so a block range index costs nearly nothing and finds the newest after a crash.
create index location_logs_order on location_logs using brin (log_order) with (autosummarize = on, pages_per_range = 32);

-- Where a tracker stayed, from its first to its last sighting there. Partitions of 28 days are made ahead (decision 0086).
create table stays (
  account_id uuid not null,
  device_id text not null,
  from_ms bigint not null,
  until_ms bigint not null,
  -- station, phone or moving.
  kind text not null,
  -- '' of one that moves; the name as of then.
  sender_id text not null,
  sender_name text not null,
  -- Where it was shown last.
  map_id uuid,
  "indoor_X" double precision,
  "indoor_Y" double precision,
  gps_latitude double precision,
  gps_longitude double precision,
  -- The mean (dBm) of its sightings by this sender; null: none with a strength.
  rssi real,
  sightings integer not null,
  -- As of the start of the stay.
  device_name text not null,
  class_index smallint not null,
  -- When it was first known, 0: in its own time; and until when it was taken for what was so, null: it is (decision 0086).
  known_from_ms bigint not null default 0,
  known_until_ms bigint
) partition by range (from_ms);
create unique index stays_key on stays (account_id, device_id, from_ms, known_from_ms);
-- Who else was there.
create index stays_sender on stays (account_id, sender_id, from_ms);
-- Stays that a time may lie in though they began more than a day before it: few.
create index stays_long on stays (account_id, sender_id, from_ms) where until_ms - from_ms > 86400000;

-- Places at which a tracker was shown: one row where it moved visibly, not one a report. Partitions of 7 days are made ahead.
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
  battery real,
  -- As of stays.
  known_from_ms bigint not null default 0,
  known_until_ms bigint
) partition by range (at_ms);
create unique index shown_positions_key on shown_positions (account_id, device_id, at_ms, known_from_ms);
create index shown_positions_time on shown_positions (account_id, at_ms);

-- Times that a tracker was in a zone, from the first to the last sighting there. One that goes on is in the hot row. Partitions of 28
-- days are made ahead.
create table visits (
  account_id uuid not null,
  device_id text not null,
  zone_id uuid not null,
  -- As they were.
  zone_name text not null,
  zone_type text not null,
  device_name text not null,
  class_index smallint not null,
  -- Of the zone; null: it is on no map.
  map_id uuid,
  from_ms bigint not null,
  until_ms bigint not null,
  -- outside: it was seen elsewhere at ended_ms; silence: it was seen inside again then, after one.
  ended text,
  ended_ms bigint,
  -- As of stays.
  known_from_ms bigint not null,
  known_until_ms bigint
) partition by range (from_ms);
create unique index visits_key on visits (account_id, device_id, from_ms, zone_id, known_from_ms);
create index visits_time on visits (account_id, from_ms);
-- Visits that a time may lie in though they began more than a day before it: few.
create index visits_long on visits (account_id, from_ms) where ended_ms - from_ms > 86400000;

-- Reports that came after the past of their time was written, by tracker: it is written again from there on.
create table late_spans (
  account_id uuid not null,
  device_id text not null,
  -- By the reports' own times.
  from_ms bigint not null,
  until_ms bigint not null,
  reports integer not null,
  -- When the first of them came.
  since_ms bigint not null,
  primary key (account_id, device_id)
);

-- What the past of a tracker went on from at a time, so that it can be written again from there. Partitions of 7 days are made ahead.
create table past_states (
  account_id uuid not null,
  device_id text not null,
  at_ms bigint not null,
  state json not null
) partition by range (at_ms);
create unique index past_states_key on past_states (account_id, device_id, at_ms);

-- Steps of care watches by local day of the account (G71).
create table step_days (
  account_id uuid not null,
  device_id text not null,
  day date not null,
  count integer not null,
  primary key (account_id, device_id, day)
);

-- Reports whose sender's clock was ahead are stored under their time of receipt; this tells their repeats.
create table ahead_reports (
  account_id uuid not null,
  device_id text not null,
  sender_id text not null,
  -- As in the log: the sender's number and the time it claimed.
  seq text not null,
  received_at_ms bigint not null,
  primary key (account_id, device_id, sender_id, seq)
);
create index ahead_reports_received on ahead_reports (received_at_ms);

-- What the gateway refused, set aside or ignored, counted by sender and day; no content, no position.
create table gateway_counts (
  account_id uuid,
  sender_id text not null,
  day date not null,
  reason text not null,
  count bigint not null,
  unique nulls not distinct (account_id, sender_id, day, reason)
);

-- Secrets the server made for itself at first start.
create table server_secrets (
  name text primary key,
  value bytea not null
);

-- Who has which piece of our own hardware: one account at most (G42).
create table bindings (
  device_type text not null check (device_type in ('g3', 't4', 'carepad')),
  device_id text not null,
  account_id uuid not null references accounts on delete cascade,
  -- Another device that calls itself the same is a conflict; '' where none was said.
  mac_address text not null default '',
  -- Of the console it was added by; what another brand's has is bound by another app.
  brand text not null default 'default',
  -- One that is never heard within a day of it is free again; 0: taken before that was noted.
  bound_at_ms bigint not null default 0,
  primary key (device_type, device_id)
);
create index bindings_account on bindings (account_id);

-- Bind checks that passed: they allow the security exchange in the same session for a while (G44; security rule 44).
create table bind_checks (
  account_id uuid not null references accounts on delete cascade,
  session_id uuid not null,
  device_type text not null check (device_type in ('g3', 't4')),
  device_id text not null,
  passed_at_ms bigint not null,
  -- When the challenge of the device was answered last; without it the device is not added.
  exchanged_at_ms bigint,
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
  -- Null where a network passed it on.
  rssi double precision,
  battery double precision,
  temperature double precision,
  first_seen bigint not null,
  last_seen bigint not null,
  ignored boolean not null default false,
  -- As the tag calls itself, or as the stations that hear it do; '' where nobody does.
  name text not null default '',
  gps_latitude double precision,
  gps_longitude double precision,
  accuracy double precision,
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
create unique index loggers_name_key on loggers (account_id, normalize(logger_name, NFKC));

create table carepads (
  account_id uuid not null references accounts on delete cascade,
  carepad_id text not null,
  carepad_name text not null,
  logger_id uuid,
  make text not null default '',
  radio_identity text,
  temperature_unit text not null default 'C' check (temperature_unit in ('C', 'F')),
  threshold_high double precision not null default 38.0,
  -- Null: nothing is too cold.
  threshold_low double precision default 35.0,
  alert_type text not null default 'instant' check (alert_type in ('instant', 'persistent')),
  created_at bigint not null,
  -- What stands for it wherever the server writes its name: its id where only browsers can read the name (G30).
  written_name text not null
    generated always as (case when carepad_name like 'enc:%' then carepad_id else carepad_name end) stored,
  -- Otherwise its unit follows the account's.
  has_own_unit boolean not null default false,
  measures text not null default 'body' check (measures in ('body', 'room', 'fridge', 'freezer')),
  primary key (account_id, carepad_id),
  foreign key (account_id, logger_id) references loggers on delete restrict,
  check (threshold_high > threshold_low)
);
create unique index carepads_name_key on carepads (account_id, normalize(carepad_name, NFKC));
create unique index carepads_radio_identity_key on carepads (account_id, radio_identity) where radio_identity is not null;

-- Temperatures of carepads, an hour of minutes in a row (decision 0043). Partitions of a day are made ahead.
create table temperature_hours (
  account_id uuid not null,
  device_id text not null,
  -- Epoch ms of the start of the hour.
  hour_ms bigint not null,
  -- By minute, from 1, in hundredths of a degree Celsius: the lowest and the highest reading. Null: none.
  lows smallint[] not null,
  highs smallint[] not null,
  -- By minute, in hundredths of a percent: the highest reading. Null: none of the hour.
  humidities smallint[]
) partition by range (hour_ms);
create unique index temperature_hours_key on temperature_hours (account_id, device_id, hour_ms);

-- What is left of hours past their retention.
create table temperatures_thinned (
  account_id uuid not null,
  carepad_id text not null,
  hour_ms bigint not null,
  -- Degrees Celsius: the lowest and the highest reading, and the mean of the minutes.
  low real not null,
  mean real not null,
  high real not null,
  -- Percent, the mean; null: none.
  humidity real,
  primary key (account_id, carepad_id, hour_ms),
  foreign key (account_id, carepad_id) references carepads on delete cascade
);
create index temperatures_thinned_old on temperatures_thinned (hour_ms);

-- What was beyond its limits, from when to when, and what people wrote about it (decision 0048). Rows stay when their carepad is
-- removed.
create table excursions (
  account_id uuid not null references accounts on delete cascade,
  excursion_id uuid not null default gen_random_uuid(),
  carepad_id text not null,
  event text not null check (event in ('high_temperature', 'low_temperature')),
  since_ms bigint not null,
  -- Null: it lasts.
  until_ms bigint,
  is_raised boolean not null,
  -- The alarm it raised; null: none yet, or from before there was a record.
  alarm_id uuid,
  -- As they were when it began, the name as the server writes it; degrees Celsius.
  carepad_name text not null,
  logger_name text not null default '',
  threshold_high double precision not null,
  threshold_low double precision,
  alert_type text not null,
  -- Degrees Celsius, copied from the minutes before they are thinned or deleted; null: still to be read there.
  peak double precision,
  -- Copied from its alarm before that is deleted.
  acknowledged_by text,
  acknowledged_at_ms bigint,
  -- [{text, by, at_ms}] in their order.
  comments jsonb not null default '[]',
  primary key (account_id, excursion_id)
);
create unique index excursions_key on excursions (account_id, carepad_id, event, since_ms);
create index excursions_time on excursions (account_id, since_ms);
create index excursions_old on excursions (since_ms);

create table zones (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  zone_name text not null,
  zone_type text not null check (zone_type in ('danger', 'attendance')),
  -- As the contract writes it; a polygon on a map is in pixels of that map.
  shape jsonb not null,
  -- Of the shape, so that the zone goes with its map.
  map_id uuid,
  -- Null: trackers of all classes.
  class_indexes smallint[],
  -- Null: always.
  active_times jsonb,
  created_at bigint not null,
  primary key (account_id, id),
  foreign key (account_id, map_id) references indoor_maps (account_id, id) on delete cascade
);
create unique index zones_name_key on zones (account_id, normalize(zone_name, NFKC));
create index zones_map on zones (account_id, map_id) where map_id is not null;

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

-- Zones as they were from when to when, so that an instant of the past is drawn with the zones of then (decision 0044). Zones also change with
-- their stations and go with their map.
create table zone_versions (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  from_ms bigint not null,
  -- Null: as it is now.
  until_ms bigint,
  zone_name text not null,
  zone_type text not null,
  shape jsonb not null,
  class_indexes smallint[],
  active_times jsonb,
  primary key (account_id, id, from_ms)
);
create index zone_versions_old on zone_versions (until_ms) where until_ms is not null;
create function keep_zone_version() returns trigger language plpgsql as $$
declare
  now_ms bigint := floor(extract(epoch from clock_timestamp()) * 1000);
begin
  if tg_op = 'UPDATE' and new is not distinct from old then return null; end if;
  if tg_op <> 'INSERT' then
    update zone_versions set until_ms = greatest(from_ms, now_ms)
      where account_id = old.account_id and id = old.id and until_ms is null;
  end if;
  if tg_op <> 'DELETE' then
    -- A zone that is brought along with its past began when it says so.
    insert into zone_versions
      values (new.account_id, new.id, case tg_op when 'INSERT' then least(now_ms, new.created_at * 1000) else now_ms end, null,
        new.zone_name, new.zone_type, new.shape, new.class_indexes, new.active_times)
      on conflict (account_id, id, from_ms) do update set until_ms = null, zone_name = excluded.zone_name,
        zone_type = excluded.zone_type, shape = excluded.shape, class_indexes = excluded.class_indexes,
        active_times = excluded.active_times;
  end if;
  return null;
end $$;
create trigger zones_kept after insert or update or delete on zones
  for each row execute function keep_zone_version();

-- What trackers were called, and where stations stood, until when. The present values are in their own tables; the first hold for all time
-- before.
create table tracker_versions (
  account_id uuid not null references accounts on delete cascade,
  device_id text not null,
  until_ms bigint not null,
  name text not null,
  class_index smallint not null,
  primary key (account_id, device_id, until_ms)
);
create function keep_tracker_version() returns trigger language plpgsql as $$
begin
  insert into tracker_versions
    select old.account_id, old.device_id, floor(extract(epoch from clock_timestamp()) * 1000), old.name, old.class_index
    where exists (select from accounts where account_id = old.account_id)
    on conflict do nothing;
  return null;
end $$;
create trigger trackers_kept after update of name, class_index on trackers for each row
  when ((old.name, old.class_index) is distinct from (new.name, new.class_index)) execute function keep_tracker_version();
create trigger trackers_gone after delete on trackers for each row execute function keep_tracker_version();

create table station_versions (
  account_id uuid not null references accounts on delete cascade,
  t4_id text not null,
  until_ms bigint not null,
  t4_name text not null,
  gps_latitude double precision,
  gps_longitude double precision,
  map_id uuid,
  "indoor_X" double precision,
  "indoor_Y" double precision,
  primary key (account_id, t4_id, until_ms)
);
create function keep_station_version() returns trigger language plpgsql as $$
begin
  insert into station_versions
    select old.account_id, old.t4_id, floor(extract(epoch from clock_timestamp()) * 1000), old.t4_name,
      old.gps_latitude, old.gps_longitude, old.map_id, old."indoor_X", old."indoor_Y"
    where exists (select from accounts where account_id = old.account_id)
    on conflict do nothing;
  return null;
end $$;
create trigger stations_kept after update of t4_name, gps_latitude, gps_longitude, map_id, "indoor_X", "indoor_Y" on stations
  for each row
  when ((old.t4_name, old.gps_latitude, old.gps_longitude, old.map_id, old."indoor_X", old."indoor_Y")
    is distinct from (new.t4_name, new.gps_latitude, new.gps_longitude, new.map_id, new."indoor_X", new."indoor_Y"))
  execute function keep_station_version();
create trigger stations_gone after delete on stations for each row execute function keep_station_version();

-- What holds of a device, from when to when: that it is offline, in a zone, too warm. Whoever first writes that it began raises
-- what follows from it, so that it follows once, whichever server saw it and however often a crash makes it be seen again.
create table device_conditions (
  account_id uuid not null references accounts on delete cascade,
  -- Tracker, carepad or station.
  device_id text not null,
  kind text not null check (kind in ('offline', 'station_offline', 'in_zone', 'low_battery', 'high_temperature',
    'low_temperature', 'help')),
  -- The zone; '' for other kinds.
  subject text not null default '',
  since_ms bigint not null,
  -- What was last heard of it: the last press for help, before silence the last report.
  seen_ms bigint not null,
  -- Nobody has to be told any more that it began; a persistent temperature and a zone's hours are waited for.
  is_raised boolean not null,
  -- Null: it holds.
  until_ms bigint,
  -- The log position of the report that showed that it began, and that it ended, or of the log's end where a sweep saw it.
  since_order bigint not null default 0,
  until_order bigint not null default 0,
  primary key (account_id, device_id, kind, subject, since_ms)
);
create unique index device_conditions_holding on device_conditions (account_id, device_id, kind, subject)
  where until_ms is null;
-- What began in a range: visits of zones, times of silence.
create index device_conditions_of_kind on device_conditions (account_id, kind, since_ms);
create index device_conditions_open on device_conditions (kind, subject) where until_ms is null;
create index device_conditions_old on device_conditions (until_ms) where until_ms is not null;
-- Of an account by time (decision 0044).
create index device_conditions_began on device_conditions (account_id, since_ms);
create index device_conditions_ended on device_conditions (account_id, until_ms) where until_ms is not null;
-- Those that an instant may lie in though they began more than a day (86400000 ms) before it: few.
create index device_conditions_long on device_conditions (account_id, since_ms)
  where until_ms is null or until_ms - since_ms > 86400000;

-- One row an account, locked by whoever raises or stops: times of its events rise, and no stop passes an event unseen.
create table alert_states (
  account_id uuid primary key references accounts on delete cascade,
  last_event_ms bigint not null default 0,
  disengaged_at_ms bigint not null default 0
);

create table alert_settings (
  account_id uuid primary key references accounts on delete cascade,
  acknowledge_within_s integer not null,
  -- [{email, after_s}] in their order.
  contacts jsonb not null,
  arrive_within_s integer not null default 120
);
-- Addresses that agreed to be told of an account's alarms (rule 30).
create table confirmed_contacts (
  account_id uuid not null references accounts on delete cascade,
  -- In lower case.
  email text not null,
  confirmed_at_ms bigint not null,
  primary key (account_id, email)
);

create table notifications (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  type text not null check (type in ('device_offline', 'enter_danger_zone', 'station_online', 'disengage', 'test',
    'high_temperature', 'low_temperature', 'back_to_normal', 'low_battery', 'help', 'webhook_off')),
  -- disengage, test and what is sent again are passed on and stand in no list.
  is_listed boolean not null,
  -- The notification this one sends again; null: itself.
  again_of uuid,
  device_id text,
  -- Names and figures that the text is made of, in the language of who reads it.
  facts jsonb not null,
  event_time_ms bigint not null,
  repeat boolean not null,
  late_since_ms bigint,
  created_at_ms bigint not null,
  -- By the database's clock: servers find what others wrote by it.
  stored_at timestamptz not null default clock_timestamp(),
  primary key (account_id, id)
);
create index notifications_time on notifications (account_id, event_time_ms);
create index notifications_stored on notifications (stored_at);
create index notifications_old on notifications (is_listed, created_at_ms);

create table alarms (
  account_id uuid not null,
  -- Its notification's.
  alarm_id uuid not null,
  type text not null,
  device_id text not null,
  state text not null check (state in ('raised', 'sent', 'shown', 'acknowledged', 'escalated')),
  repeat boolean not null,
  -- Rises when it is sent again.
  event_time_ms bigint not null,
  raised_at_ms bigint not null,
  sent_at_ms bigint,
  shown_at_ms bigint,
  escalated_at_ms bigint,
  acknowledged_at_ms bigint,
  acknowledged_by text,
  -- Contacts told so far; the next step, and how long it waits from when it was set. Source: domain, alarm life.
  told smallint not null default 0,
  due_at_ms bigint,
  wait_ms bigint not null default 0,
  changed_at timestamptz not null default clock_timestamp(),
  -- Somebody is on the way; due_at_ms is then when it rings again.
  going_by text,
  going_at_ms bigint,
  seen_by text,
  seen_at_ms bigint,
  -- Null: its cause lasts, or is of a type that does not last.
  ended_at_ms bigint,
  -- [{step, at_ms, by}] in their order.
  record jsonb not null default '[]',
  primary key (account_id, alarm_id),
  foreign key (account_id, alarm_id) references notifications on delete cascade
);
-- Of what is open: one that does not repeat is over once it was shown.
create index alarms_open on alarms (account_id, event_time_ms) where state <> 'acknowledged' and (repeat or shown_at_ms is null);
create index alarms_due on alarms (due_at_ms) where due_at_ms is not null;
create index alarms_changed on alarms (changed_at);
create index alarms_raised on alarms (account_id, raised_at_ms);
create index alarms_lasting on alarms (account_id, device_id) where ended_at_ms is null
  and (type in ('enter_danger_zone', 'high_temperature', 'low_temperature') or going_at_ms is not null);

-- What contacts are to be told of alarms; many make one mail.
create table alarm_letters (
  account_id uuid not null,
  email text not null,
  alarm_id uuid not null,
  created_at_ms bigint not null,
  primary key (account_id, email, alarm_id),
  foreign key (account_id, alarm_id) references alarms on delete cascade
);
create index alarm_letters_alarm on alarm_letters (account_id, alarm_id);

-- What LINE groups are to be told (G62).
create table line_messages (
  account_id uuid not null,
  line_group_id uuid not null,
  notification_id uuid not null,
  created_at_ms bigint not null,
  -- Null: nothing more to try.
  next_try_at_ms bigint,
  tries integer not null default 0,
  primary key (account_id, line_group_id, notification_id),
  foreign key (account_id, line_group_id) references line_groups on delete cascade,
  foreign key (account_id, notification_id) references notifications on delete cascade
);
create index line_messages_due on line_messages (next_try_at_ms) where next_try_at_ms is not null;
create index line_messages_given_up on line_messages (created_at_ms) where next_try_at_ms is null;
create index line_messages_notification on line_messages (account_id, notification_id);

-- Where a session is reached by Web Push; a browser belongs to the session that said so last (security rule 56).
create table push_subscriptions (
  account_id uuid not null,
  session_id uuid not null,
  endpoint text not null,
  -- Keys of the browser, base64url.
  p256dh text not null,
  auth text not null,
  created_at_ms bigint not null,
  -- All hosts of a maker are one service, by the last two names of theirs: a browser says its own host, and may say many.
  service text not null
    generated always as (coalesce(substring(endpoint from '^https://(?:[^/]*[.])?([^./]+[.][^./]+)'), '')) stored,
  primary key (account_id, session_id),
  foreign key (account_id, session_id) references sessions on delete cascade
);
create unique index push_subscriptions_endpoint on push_subscriptions (endpoint);

-- Pushes that are to go out, written in the transaction that is their cause.
create table pushes (
  id uuid primary key,
  account_id uuid not null,
  session_id uuid not null,
  -- The notification it speaks of.
  notification_id uuid not null,
  created_at_ms bigint not null,
  -- A push that is done, or given up, is deleted.
  next_try_at_ms bigint,
  tries integer not null default 0,
  -- Who takes it, as its subscription says.
  service text not null default '',
  -- Of those that are due the last goes first: the newest, but a minute (60000 ms) older for each try it had.
  turn_ms bigint not null generated always as (created_at_ms - tries * 60000::bigint) stored,
  foreign key (account_id, session_id) references push_subscriptions on delete cascade,
  foreign key (account_id, notification_id) references notifications on delete cascade
);
create index pushes_due on pushes (next_try_at_ms) where next_try_at_ms is not null;
create index pushes_turn on pushes (service, turn_ms desc, next_try_at_ms);
create index pushes_notification on pushes (notification_id);
create index pushes_session on pushes (session_id);

-- The log positions from which on the clock was set back: times of before and after say nothing of each other.
create table clock_set_backs (
  log_order bigint primary key
);

-- Servers on this database.
create table servers (
  server_id uuid primary key,
  -- By the database's clock.
  seen_at timestamptz not null default clock_timestamp(),
  -- What its connections are called: a server without any is not there any more.
  connection_name text not null
);

-- Which server is home for the accounts of a shard; none: nobody holds it.
create table shards (
  shard integer primary key check (shard >= 0),
  server_id uuid references servers,
  -- Grows with each holding: what was handed to an earlier one is taken by nobody.
  epoch bigint not null default 0,
  -- Every row of its accounts that stands before this in the log is in the hot rows.
  position bigint not null
);
create index shards_server on shards (server_id);

-- The fence: asked first in each transaction that writes for accounts at home. True: the server lives, and nobody takes its shards from it
-- before this transaction has ended. A server that deposes another locks the same key exclusively and deletes the other's row. Two
-- statements, as the second sees what was committed while the first waited; a single one would keep its old snapshot.
create function fence_key(server uuid) returns bigint language sql immutable as
  $$ select hashtextextended('fence ' || server, 0) $$;
create function hold_fence(server uuid) returns boolean language plpgsql as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'bug: A fence sees what was committed while it waited only where transactions are read committed.';
  end if;
  perform pg_advisory_xact_lock_shared(fence_key(server));
  return exists (select from servers where server_id = server);
end $$;

-- Ends the connections that hold a server's fence: of a process that was paused amid a transaction. By the owner, as a role that is taken on
-- may end no connection of the user who logged in.
create function end_behind_fence(server uuid) returns bigint language sql security definer set search_path = public, pg_temp as $$
  select count(pg_terminate_backend(pid)) from pg_locks
  where locktype = 'advisory' and objsubid = 1 and mode = 'ShareLock' and granted
    and database = (select oid from pg_database where datname = current_database())
    and classid::bigint = (fence_key(server) >> 32) & 4294967295 and objid::bigint = fence_key(server) & 4294967295
$$;
revoke execute on function end_behind_fence from public;

-- Whose devices, zones or maps people changed at which server, and by which transaction it said so: the others read them again.
-- Accounts that consoles look at, by the server they are connected to: where there is none, an alarm goes further at once.
create table listeners (
  server_id uuid not null references servers on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  seen_at timestamptz not null default clock_timestamp(),
  primary key (server_id, account_id)
);
create index listeners_account on listeners (account_id);

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
  -- When it arrived, where the roll-call had ended by then; null: in time.
  arrived_late_ms bigint,
  primary key (account_id, roll_call_id, command_id),
  foreign key (account_id, roll_call_id) references roll_calls on delete cascade
);

-- Whose trackers a roll-call is about, those without a class by -1; no row: all.
create table roll_call_settings (
  account_id uuid primary key references accounts on delete cascade,
  class_indexes smallint[] not null
);

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

-- What people say about a day of somebody's attendance; the day itself is worked out of visits of zones (decision 0090).
create table attendance_notes (
  account_id uuid not null references accounts on delete cascade,
  device_id text not null,
  -- The local day.
  day date not null,
  comment text not null default '',
  vacation boolean not null default false,
  tag_not_brought boolean not null default false,
  not_for_working boolean not null default false,
  apply_ot boolean not null default false,
  -- Beside the measured times (epoch seconds); null: nothing.
  corrected_sign_in bigint,
  corrected_sign_out bigint,
  -- Who said the last of it, and when (epoch seconds).
  changed_by text not null,
  changed_at bigint not null,
  primary key (account_id, device_id, day)
);
create index attendance_notes_day on attendance_notes (account_id, day);

-- Shifts, by which overtime counts, from a day on; the first also for all days before. An account without a row has the usual ones (G72).
create table attendance_rules (
  account_id uuid not null references accounts on delete cascade,
  from_day date not null,
  -- Each with name, start, end, and the weekdays on which it begins.
  shifts jsonb not null,
  over_time_minutes integer not null,
  primary key (account_id, from_day)
);

-- Addresses that are told of events of an account.
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

-- Makes a partition of a table, as [from_ms, to_ms), unless it is there. The roles that call it own no table.
create function make_partition(parent text, name text, from_ms bigint, to_ms bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if name !~ ('^' || parent || '_\d{4}_\d\d_\d\d$')
      or not exists (select from pg_class where oid = to_regclass(quote_ident(parent)) and relkind = 'p') then
    raise exception '% is no partition of a table', name;
  end if;
  -- Two that make the same one at a time wait for each other.
  perform pg_advisory_xact_lock(7201001);
  if exists (select from pg_inherits where inhrelid = to_regclass(name)) then
    return;
  end if;
  -- A table that is attached to nothing was detached and is about to be dropped.
  execute format('drop table if exists %I', name);
  execute format('create table %I (like %I)', name, parent);
  execute format('alter table %I attach partition %I for values from (%s) to (%s)', parent, name, from_ms, to_ms);
end $$;
revoke execute on function make_partition from public;

-- Row-level security (decision 0052). Whose rows a connection sees; null: nobody's.
create function current_account() returns uuid language sql stable parallel safe as
  $$ select nullif(current_setting('app.account', true), '')::uuid $$;
-- Every table of accounts is protected by this, in the migration that makes it. `sees`: who reads and changes a row; what is
-- written is always the account's own.
create function protect_tenant(name regclass, sees text default 'account_id = current_account()') returns void
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', name);
  execute format('create policy of_account on %s using (%s) with check (account_id = current_account())', name, sees);
end $$;

-- When which mails went to an address, whoever wrote them: nobody is flooded by many accounts.
create function mails_to(address text, after_ms bigint) returns table (kind text, created_at_ms bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select m.kind, m.created_at_ms from mails m where lower(m.email) = lower(address) and m.created_at_ms > after_ms
$$;

select protect_tenant('accounts');
select protect_tenant('users');
select protect_tenant('access_links');
select protect_tenant('sessions');
select protect_tenant('activity_logs');
select protect_tenant('mail_links');
select protect_tenant('mails');
select protect_tenant('media');
select protect_tenant('line_groups');
select protect_tenant('idempotency_keys');
select protect_tenant('indoor_maps');
select protect_tenant('stations');
select protect_tenant('station_states');
select protect_tenant('tracker_classes');
select protect_tenant('remark_items');
select protect_tenant('trackers');
select protect_tenant('tracker_states');
select protect_tenant('brokers');
select protect_tenant('broker_links');
select protect_tenant('credentials');
select protect_tenant('location_logs');
select protect_tenant('stays');
select protect_tenant('shown_positions');
select protect_tenant('visits');
select protect_tenant('late_spans');
select protect_tenant('past_states');
select protect_tenant('tracker_versions');
select protect_tenant('station_versions');
select protect_tenant('step_days');
select protect_tenant('ahead_reports');
select protect_tenant('gateway_counts');
select protect_tenant('bindings');
select protect_tenant('bind_checks');
select protect_tenant('tracker_remarks');
select protect_tenant('shares', 'account_id = current_account() or receiver_account_id = current_account()');
select protect_tenant('device_commands');
select protect_tenant('unclaimed_tags');
select protect_tenant('radio_keys');
select protect_tenant('loggers');
select protect_tenant('carepads');
select protect_tenant('temperature_hours');
select protect_tenant('temperatures_thinned');
select protect_tenant('zones');
select protect_tenant('device_conditions');
select protect_tenant('alert_states');
select protect_tenant('alert_settings');
select protect_tenant('confirmed_contacts');
select protect_tenant('notifications');
select protect_tenant('alarms');
select protect_tenant('alarm_letters');
select protect_tenant('line_messages');
select protect_tenant('push_subscriptions');
select protect_tenant('pushes');
select protect_tenant('listeners');
select protect_tenant('roll_calls');
select protect_tenant('roll_call_ticks');
select protect_tenant('roll_call_settings');
select protect_tenant('shift_timers');
select protect_tenant('shift_reports');
select protect_tenant('shift_report_readings');
select protect_tenant('attendance_notes');
select protect_tenant('attendance_rules');
select protect_tenant('training_jobs');
select protect_tenant('radio_maps');
select protect_tenant('calibrations');
select protect_tenant('station_calibrations');
select protect_tenant('excursions');
select protect_tenant('zone_versions');
select protect_tenant('webhooks');
select protect_tenant('webhook_deliveries');
