-- Mails of alarms go before all others, and not at all once people answered for all that they tell.

-- None: of mails that tell no alarm, and of those that were queued before.
alter table mails add column alarm_ids uuid[] not null default '{}';

-- The order in which mails were written, whatever clocks said.
alter table mails add column written bigint generated always as identity;
-- The mail an address got last.
create index mails_last_alarm on mails (account_id, lower(email), written desc) where kind = 'alarm';

-- The mail server fell silent in the midst of the last try, perhaps as it had taken the mail.
alter table mails add column may_be_sent boolean not null default false;

-- Whose turn it is, is found by the index alone, whatever else waits: the newest alarm, a minute older for each try it had.
create index mails_alarms on mails ((created_at_ms - tries * 60000::bigint) desc, next_try_at_ms)
  where kind = 'alarm' and next_try_at_ms is not null;
drop index mails_due;
create index mails_due on mails (next_try_at_ms) where kind <> 'alarm' and next_try_at_ms is not null;
