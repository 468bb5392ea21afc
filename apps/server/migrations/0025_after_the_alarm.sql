-- After the ring was stopped: who goes to the person, who saw them, and when the cause ended.

alter table alarms
  -- Somebody is on the way; due_at_ms is then when it rings again.
  add column going_by text,
  add column going_at_ms bigint,
  add column seen_by text,
  add column seen_at_ms bigint,
  -- Null: its cause lasts, or is of a type that does not last.
  add column ended_at_ms bigint,
  -- [{step, at_ms, by}] in their order.
  add column record jsonb not null default '[]';

-- Of alarms until now the latest of a device goes on, where what it was raised for still holds.
update alarms a set ended_at_ms = coalesce(a.acknowledged_at_ms, a.raised_at_ms)
from notifications n
where n.account_id = a.account_id and n.id = a.alarm_id
  and a.type in ('enter_danger_zone', 'high_temperature', 'low_temperature')
  and (not exists (select from device_conditions c where c.account_id = a.account_id and c.device_id = a.device_id
      and c.kind = case a.type when 'enter_danger_zone' then 'in_zone' else a.type end
      and c.subject = coalesce(n.facts->>'zone_id', '') and c.until_ms is null and c.is_raised)
    or exists (select from alarms later where later.account_id = a.account_id and later.device_id = a.device_id
      and later.type = a.type and later.raised_at_ms > a.raised_at_ms));

create index alarms_lasting on alarms (account_id, device_id) where ended_at_ms is null
  and (type in ('enter_danger_zone', 'high_temperature', 'low_temperature') or going_at_ms is not null);

alter table alert_settings add column arrive_within_s integer not null default 120;

-- Trackers of such a class are staff: who on duty is nearest is one of them.
alter table tracker_classes add column is_staff boolean not null default false;
