-- The record of excursions (decision 0048): what was beyond its limits, from when to when, and what people wrote about it. Rows stay
-- when their carepad is removed, and go with their account.

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

insert into excursions (account_id, carepad_id, event, since_ms, until_ms, is_raised, carepad_name, logger_name, threshold_high,
  threshold_low, alert_type)
select d.account_id, d.device_id, d.kind, d.since_ms, d.until_ms, d.is_raised, c.written_name, coalesce(l.logger_name, ''),
  c.threshold_high, c.threshold_low, c.alert_type
from device_conditions d join carepads c on c.account_id = d.account_id and c.carepad_id = d.device_id
  left join loggers l on l.account_id = c.account_id and l.logger_id = c.logger_id
where d.kind in ('high_temperature', 'low_temperature');
select protect_tenant('excursions');
