-- What goes wrong: zones, what holds of devices, notifications, alarms and what becomes of them.

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
create unique index zones_name_key on zones (account_id, zone_name);
create index zones_map on zones (account_id, map_id) where map_id is not null;

alter table tracker_states
  -- What rules remember of it: zones it is in or may be entering or leaving, a low battery, a temperature; null: nothing.
  add column rule_memory jsonb;

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
  primary key (account_id, device_id, kind, subject, since_ms)
);
create unique index device_conditions_holding on device_conditions (account_id, device_id, kind, subject)
  where until_ms is null;
create index device_conditions_open on device_conditions (kind, subject) where until_ms is null;
-- What was silent before anybody was told of silence is no news.
insert into device_conditions (account_id, device_id, kind, since_ms, seen_ms, is_raised)
select s.account_id, s.device_id, 'offline', s.last_seen_ms + 930000, s.last_seen_ms, true
from tracker_states s join trackers t using (account_id, device_id)
where s.last_seen_ms < (select max(last_seen_ms) from tracker_states) - 930000;
create index device_conditions_old on device_conditions (until_ms) where until_ms is not null;

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
  contacts jsonb not null
);

create table notifications (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  type text not null check (type in ('device_offline', 'enter_danger_zone', 'station_online', 'disengage', 'test',
    'high_temperature', 'low_temperature', 'back_to_normal', 'low_battery', 'help')),
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
  primary key (account_id, alarm_id),
  foreign key (account_id, alarm_id) references notifications on delete cascade
);
create index alarms_open on alarms (account_id, event_time_ms) where state <> 'acknowledged';
create index alarms_due on alarms (due_at_ms) where due_at_ms is not null;
create index alarms_changed on alarms (changed_at);

-- What contacts are to be told of alarms; many make one mail.
create table alarm_letters (
  account_id uuid not null,
  email text not null,
  alarm_id uuid not null,
  created_at_ms bigint not null,
  primary key (account_id, email, alarm_id),
  foreign key (account_id, alarm_id) references alarms on delete cascade
);

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

-- Where a session is reached by Web Push; a browser belongs to the session that said so last (security rule 56).
create table push_subscriptions (
  account_id uuid not null,
  session_id uuid not null,
  endpoint text not null,
  -- Keys of the browser, base64url.
  p256dh text not null,
  auth text not null,
  created_at_ms bigint not null,
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
  foreign key (account_id, session_id) references push_subscriptions on delete cascade,
  foreign key (account_id, notification_id) references notifications on delete cascade
);
create index pushes_due on pushes (next_try_at_ms) where next_try_at_ms is not null;

-- Servers on this database.
create table servers (
  server_id uuid primary key,
  -- By the database's clock.
  seen_at timestamptz not null default clock_timestamp(),
  -- Every row it received before is in the hot rows (epoch ms).
  received_at_ms bigint not null
);

-- Accounts that consoles look at, by the server they are connected to: where there is none, an alarm goes further at once.
create table listeners (
  server_id uuid not null references servers on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  seen_at timestamptz not null default clock_timestamp(),
  primary key (server_id, account_id)
);
create index listeners_account on listeners (account_id);

-- Each server says how far its own states are; until now there was one mark.
insert into servers (server_id, seen_at, received_at_ms)
select gen_random_uuid(), clock_timestamp() - interval '1 hour', received_at_ms from replay_mark;
drop table replay_mark;

-- What the session last told others, and when: the same within a second is a slip of the finger.
alter table sessions
  add column pressed text not null default '',
  add column pressed_at_ms bigint not null default 0;
