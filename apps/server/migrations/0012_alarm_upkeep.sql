-- What is open is found without what is over, and what is over is cleared away without reading all that is kept.

-- One that does not repeat is over once it was shown, and stays unacknowledged for good: a year of them stood in here.
drop index alarms_open;
create index alarms_open on alarms (account_id, event_time_ms) where state <> 'acknowledged' and (repeat or shown_at_ms is null);

create index notifications_old on notifications (is_listed, created_at_ms);
create index line_messages_given_up on line_messages (created_at_ms) where next_try_at_ms is null;

-- Of what goes with a notification, an alarm or a browser: each row deleted there looks for them.
create index alarm_letters_alarm on alarm_letters (account_id, alarm_id);
create index line_messages_notification on line_messages (account_id, notification_id);
create index pushes_notification on pushes (notification_id);
create index pushes_session on pushes (session_id);

-- All hosts of a maker are one service, by the last two names of theirs: a browser says its own host, and may say many.
alter table push_subscriptions add column service text not null
  generated always as (coalesce(substring(endpoint from '^https://(?:[^/]*[.])?([^./]+[.][^./]+)'), '')) stored;

-- Whose turn it is, is found by the index alone, whatever else waits: the newest of a service, a minute older for each try it had.
alter table pushes add column service text not null default '',
  add column turn_ms bigint not null generated always as (created_at_ms - tries * 60000::bigint) stored;
update pushes p set service = s.service
from push_subscriptions s where s.account_id = p.account_id and s.session_id = p.session_id;
create index pushes_turn on pushes (service, turn_ms desc, next_try_at_ms);
