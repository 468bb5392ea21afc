-- Which lists of an account people changed at a server, each with the transaction that said so last: consoles of other servers
-- load them again.
alter table account_changes add column edits jsonb not null default '{}';
