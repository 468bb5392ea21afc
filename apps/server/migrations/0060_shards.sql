-- Homes of accounts: shards, who holds them, and the fence against servers that were taken for dead.
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

insert into shards (shard, position)
  select shard, coalesce((select min(log_order) from servers), 1) from generate_series(0, 63) shard;
