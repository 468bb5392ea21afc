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
