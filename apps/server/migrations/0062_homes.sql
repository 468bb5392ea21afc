-- A server is home for the accounts of its shards, and nobody else hears their reports.
-- By `shardOf` of the server: the first word of the SHA-256 of the id, by its lowest bits.
alter table accounts add column shard integer not null
  generated always as (get_byte(sha256(account_id::text::bytea), 3) & 63) stored;
create index accounts_shard on accounts (shard);

-- From where servers of the version before had to replay the log; they run no more.
update shards set server_id = null, position = greatest(position, coalesce((select min(log_order) from servers), 1));
delete from servers;
alter table servers
  drop column log_order,
  -- What its connections are called: a server without any is not there any more.
  add column connection_name text not null;

-- Every server followed the log, and told the others of changes.
drop table account_changes;
