#if Server
    extension SchemaSteps {
        /// The second step: a database that has lost updates is found, and gives no number twice.
        // swift-format-ignore
        static let restoring = #"""
-- A database that was restored from a backup, or a standby that has taken over, is another history of the same book: updates may be
-- missing that consumers have seen. The first call in another history begins an epoch, so that no number and no fence comes twice.

-- In which history the realm was written last; null before the first call.
alter table purser.realm add column history text collate "C";
-- Since when updates may be missing; null where none are, or a person has said what to do.
alter table purser.realm add column doubted timestamptz;

-- The server, the database and the timeline. A server has another identifier where a dump was restored, a database another number,
-- and PostgreSQL begins a timeline whenever an archive was restored or a standby was promoted. Null or another text where the session
-- does not know its place yet: `passed` finds it out. In one expression, because each call of `receive` works it out.
create function purser.current_history() returns text language sql volatile as $$
    select current_setting('purser.place', true) || '/' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8)
$$;

-- Behind which number the updates of an epoch begin. Epochs that were counted from 1 had room for a thousand million updates of a user
-- each; one that is a moment, in seconds since 2026, has room for a million in each second until the next one.
create function purser.base(p_epoch integer) returns bigint language sql immutable as $$
    select case when p_epoch < 1000000 then (p_epoch - 1) * 1000000000::bigint else p_epoch * 1000000::bigint end
$$;

-- Every number of an update is larger than this. In another history than that of the last call an epoch begins.
create function purser.passed(p_realm smallint) returns bigint language plpgsql volatile set search_path = purser, pg_temp as $$
declare
    known record;
begin
    -- A session stays in one database of one server; the timeline may change under it.
    perform set_config('purser.place', system_identifier || '/' || (
        select oid from pg_database where datname = current_database()), false) from pg_control_system();
    -- Others wait here, and find the history noted.
    select realm.epoch, realm.history into known from realm where realm.realm = p_realm for update;
    if not found then return 0; end if;
    if known.history is distinct from purser.current_history() then
        if known.history is not null then known.epoch := purser.next_epoch(p_realm); end if;
        update realm set history = purser.current_history() where realm.realm = p_realm;
    end if;
    return purser.base(known.epoch);
end $$;

-- Begins an epoch, and doubts that all updates are there. Its number is none that a lost epoch had, also where one backup is restored
-- several times: seconds since 2026. In each second there is room for 2^32 fences.
create function purser.next_epoch(p_realm smallint) returns integer
language plpgsql volatile set search_path = purser, pg_temp as $$
declare
    begun integer;
begin
    update realm set
        epoch = greatest(realm.epoch + 1, extract(epoch from clock_timestamp() - timestamptz '2026-01-01 00:00Z')::integer),
        doubted = coalesce(realm.doubted, clock_timestamp())
    where realm.realm = p_realm returning realm.epoch into begun;
    perform setval('purser.fence', greatest(nextval('purser.fence'), begun::bigint << 32));
    return begun;
end $$;

-- A worker, or a service that consumers write to, has had a fence before: behind one that was given here later, or, without that, that
-- is yet to come. That is another history.
create function purser.note_fence(p_realm smallint, p_fence bigint, p_given bigint default null) returns void
language plpgsql volatile set search_path = purser, pg_temp as $$
begin
    perform from realm where realm.realm = p_realm for update;
    if coalesce(p_given, nextval('purser.fence')) > p_fence then return; end if;
    perform purser.next_epoch(p_realm);
    perform setval('purser.fence', greatest(nextval('purser.fence'), p_fence));
end $$;

-- A person has said that nothing is missing: the history is trusted from now on.
create function purser.trust_history(p_realm smallint) returns void
language plpgsql volatile set search_path = purser, pg_temp as $$
begin
    perform purser.passed(p_realm);
    update realm set doubted = null where realm.realm = p_realm;
end $$;

-- Begins an epoch for a person who knows that updates are missing: each consumer begins again with each user's first update. Then
-- `list_users` puts the users on the lists.
create or replace function purser.begin_epoch(p_realm smallint) returns integer
language plpgsql volatile set search_path = purser, pg_temp as $$
declare
    begun integer;
begin
    perform purser.passed(p_realm);
    begun := purser.next_epoch(p_realm);
    update realm set doubted = null where realm.realm = p_realm;
    perform purser.replay(p_realm, one.consumer) from (
        select consumer.consumer from consumer where consumer.realm = p_realm and consumer.follows order by consumer.consumer) as one;
    return begun;
end $$;

-- What gives numbers and fences asks first. Of `receive` nothing else changes.
do $change$
declare
    old text := pg_get_functiondef('purser.receive'::regproc);
    new text := replace(old,
        '(select (epoch - 1) * 1000000000::bigint from realm where realm.realm = p_realm), 0)',
        '(select purser.base(epoch) from realm where realm.realm = p_realm and realm.history = purser.current_history()), '
            || 'purser.passed(p_realm))');
begin
    if new = old then raise exception 'purser.receive was changed by hand'; end if;
    execute new;
end $change$;

alter function purser.lease(smallint, text, text, integer, double precision, double precision) rename to take_due;
create function purser.lease(
    p_realm smallint, p_consumer text, p_worker text, p_limit integer, p_seconds double precision,
    p_within double precision default null
) returns table (
    holder text, seen bigint, wanted bigint, fence bigint, failures integer, waited double precision, overdue double precision,
    epoch integer, moment double precision
) language plpgsql volatile set search_path = purser, pg_temp as $$
begin
    if not exists (select from realm where realm.realm = p_realm and realm.history = purser.current_history()) then
        perform purser.passed(p_realm);
    end if;
    return query select * from purser.take_due(p_realm, p_consumer, p_worker, p_limit, p_seconds, p_within);
end $$;
"""#
    }
#endif
