#if Server
    extension SchemaSteps {
        /// The functions of the first step that consumers call.
        // swift-format-ignore
        static let following = #"""
-- Leases: which worker delivers which user's updates. A lease ends by the database's clock.

-- Takes users that are ready, none that another worker has: those that became so within some seconds, or, without a number, all.
--
-- The index has the entries of rows that are gone until they are vacuumed, and an old snapshot of another session prevents
-- that. A worker that has looked at all users looks only at what became ready since, and at all of them now and then.
create function purser.lease(
    p_realm smallint, p_consumer text, p_worker text, p_limit integer, p_seconds double precision,
    p_within double precision default null
) returns table (
    holder text, seen bigint, wanted bigint, fence bigint, failures integer, waited double precision, overdue double precision,
    epoch integer, moment double precision
) language sql volatile set search_path = purser, pg_temp
-- By the key of each row: no other row is looked at, also where the statistics are old.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
    with taken as materialized (
        select due.holder, due.ready from due
        where realm = p_realm and consumer = p_consumer and ready <= now()
            and ready >= coalesce(now() - make_interval(secs => p_within), '-infinity')
        order by ready limit p_limit for update skip locked
    )
    update due set
        fence = nextval('purser.fence'), worker = p_worker,
        ready = clock_timestamp() + make_interval(secs => p_seconds)
    from taken
    where due.realm = p_realm and due.consumer = p_consumer and due.holder = taken.holder
    returning due.holder, due.seen, due.wanted, due.fence, due.failures,
        extract(epoch from clock_timestamp() - due.since)::double precision,
        extract(epoch from clock_timestamp() - taken.ready)::double precision,
        (select realm.epoch from realm where realm.realm = p_realm),
        extract(epoch from due.since)::double precision
$$;

-- A worker has delivered a user's updates up to a number. Answers the number that is wanted, null where the lease is lost.
-- A user whose updates were all seen leaves the list; otherwise the lease begins anew.
create function purser.acknowledge(
    p_realm smallint, p_consumer text, p_holder text, p_fence bigint, p_seen bigint, p_seconds double precision
) returns bigint language plpgsql volatile set search_path = purser, pg_temp as $$
declare
    answer bigint;
begin
    delete from due
    where realm = p_realm and consumer = p_consumer and holder = p_holder and fence = p_fence and wanted <= p_seen
    returning wanted into answer;
    if found then return answer; end if;
    update due set
        seen = greatest(seen, p_seen), failures = case when p_seen > seen then 0 else failures end,
        reason = case when p_seen > seen then null else reason end,
        ready = clock_timestamp() + make_interval(secs => p_seconds)
    where realm = p_realm and consumer = p_consumer and holder = p_holder and fence = p_fence
    returning wanted into answer;
    return answer;
end $$;

-- A worker gives a user back: after a failure with its reason, until a pause is over, or, without one, for good; and how often
-- the next update has failed by now.
create function purser.give_back(
    p_realm smallint, p_consumer text, p_holder text, p_fence bigint, p_pause double precision, p_failures integer,
    p_reason text
) returns boolean language sql volatile set search_path = purser, pg_temp as $$
    update due set
        ready = coalesce(clock_timestamp() + make_interval(secs => p_pause), 'infinity'),
        failures = p_failures, reason = p_reason, worker = null, fence = nextval('purser.fence')
    where realm = p_realm and consumer = p_consumer and holder = p_holder and fence = p_fence
    returning true
$$;

-- A handler has delivered units of a transaction by an update, or taken some back. Answers whether the lease is not lost.
create function purser.note_delivered(
    p_realm smallint, p_consumer text, p_holder text, p_fence bigint, p_transaction text, p_quantity bigint, p_number bigint
) returns boolean language plpgsql volatile set search_path = purser, pg_temp as $$
begin
    -- The lock prevents that the lease goes to another worker meanwhile.
    perform from due where realm = p_realm and consumer = p_consumer and holder = p_holder and fence = p_fence for update;
    if not found then return false; end if;
    insert into delivered (realm, consumer, holder, transaction, quantity, number)
    values (p_realm, p_consumer, p_holder, p_transaction, p_quantity, p_number)
    on conflict (realm, consumer, holder, transaction) do update
        set quantity = excluded.quantity, number = excluded.number where delivered.number < excluded.number;
    return true;
end $$;

-- Puts dead letters back on their way: one user's, or all. Answers how many.
create function purser.release(p_realm smallint, p_consumer text, p_holder text) returns bigint
language sql volatile set search_path = purser, pg_temp as $$
    -- Only rows that were locked in their order are written: others may have come meanwhile, and be locked by who waits for these.
    with locked as materialized (
        select holder from due where realm = p_realm and consumer = p_consumer and ready = 'infinity'
            and (p_holder is null or holder = p_holder) order by holder for update
    ), released as (
        update due set ready = clock_timestamp(), failures = 0, reason = null from locked
        where realm = p_realm and consumer = p_consumer and due.holder = locked.holder
        returning 1
    ) select count(*) from released
$$;

-- Makes a consumer unless it is there: one that begins now, or one that begins with each user's first update.
create function purser.add_consumer(p_realm smallint, p_consumer text, p_from_beginning boolean) returns void
language plpgsql volatile set search_path = purser, pg_temp as $$
begin
    insert into consumer (realm, consumer, listed)
    values (p_realm, p_consumer, case when p_from_beginning then '' end)
    on conflict do nothing;
    perform purser.check_consumer(p_realm, p_consumer);
end $$;

-- Makes a list of jobs by time unless it is there.
create function purser.add_jobs(p_realm smallint, p_consumer text) returns void
language plpgsql volatile set search_path = purser, pg_temp as $$
begin
    insert into consumer (realm, consumer, follows) values (p_realm, p_consumer, false) on conflict do nothing;
    perform purser.check_consumer(p_realm, p_consumer);
end $$;

-- Fails, as where a lock is kept, while a consumer is being removed.
create function purser.check_consumer(p_realm smallint, p_consumer text) returns void
language plpgsql volatile set search_path = purser, pg_temp as $$
begin
    -- Gives this transaction a number, so that `remove_consumer` waits for its end.
    perform pg_current_xact_id();
    if exists (select from consumer where realm = p_realm and consumer = p_consumer and removed is not null) then
        raise exception 'the consumer is being removed' using errcode = 'lock_not_available';
    end if;
end $$;

-- Removes a consumer or a list of jobs, with its list and the units that its handlers have delivered. Answers how many rows were
-- removed by this call; 0 while transactions run that may put users on the list; less than 0: it is gone. Null: there is none.
create function purser.remove_consumer(p_realm smallint, p_consumer text, p_limit integer) returns integer
language plpgsql volatile set search_path = purser, pg_temp
-- By the key of each row, as in `lease`.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
    begun consumer%rowtype;
    removed_count integer;
begin
    select * into begun from consumer where realm = p_realm and consumer = p_consumer for update;
    if not found then return null; end if;
    if begun.removed is null then
        update consumer set follows = false, listed = null, removed = '0' where realm = p_realm and consumer = p_consumer;
        return 0;
    end if;
    -- Who has not seen that has an earlier number than the next transaction. One that is yet to come is of another server.
    if begun.removed = '0' or begun.removed >= pg_snapshot_xmax(pg_current_snapshot()) then
        update consumer set removed = pg_current_xact_id() where realm = p_realm and consumer = p_consumer;
        return 0;
    end if;
    if begun.removed >= pg_snapshot_xmin(pg_current_snapshot()) then return 0; end if;
    with gone as materialized (
        select holder from due where realm = p_realm and consumer = p_consumer order by holder limit p_limit for update
    ) delete from due using gone where due.realm = p_realm and due.consumer = p_consumer and due.holder = gone.holder;
    get diagnostics removed_count = row_count;
    if removed_count > 0 then return removed_count; end if;
    with gone as materialized (
        select holder, transaction from delivered where realm = p_realm and consumer = p_consumer
        order by holder, transaction limit p_limit for update
    ) delete from delivered using gone
    where delivered.realm = p_realm and delivered.consumer = p_consumer and delivered.holder = gone.holder
        and delivered.transaction = gone.transaction;
    get diagnostics removed_count = row_count;
    if removed_count > 0 then return removed_count; end if;
    delete from consumer where realm = p_realm and consumer = p_consumer;
    return -1;
end $$;

-- Sets when a job is due, in seconds since 1970; null removes it. Who is dealing with it has no lease any more.
create function purser.schedule(p_realm smallint, p_consumer text, p_holder text, p_at double precision, p_replaces boolean)
returns void language plpgsql volatile set search_path = purser, pg_temp as $$
begin
    if p_at is null then
        delete from due where realm = p_realm and consumer = p_consumer and holder = p_holder;
        return;
    end if;
    perform purser.add_jobs(p_realm, p_consumer);
    insert into due (realm, consumer, holder, wanted, seen, ready, since)
    values (p_realm, p_consumer, p_holder, 1, 0, greatest(to_timestamp(p_at), clock_timestamp()), to_timestamp(p_at))
    on conflict (realm, consumer, holder) do update set
        ready = excluded.ready, since = excluded.since, fence = nextval('purser.fence'), failures = 0, reason = null
        where p_replaces;
end $$;

-- A worker has done a job, which is due again at another moment.
create function purser.give_back_until(
    p_realm smallint, p_consumer text, p_holder text, p_fence bigint, p_at double precision
) returns boolean language sql volatile set search_path = purser, pg_temp as $$
    update due set
        ready = greatest(to_timestamp(p_at), clock_timestamp()), since = to_timestamp(p_at), failures = 0, reason = null,
        worker = null, fence = nextval('purser.fence')
    where realm = p_realm and consumer = p_consumer and holder = p_holder and fence = p_fence
    returning true
$$;

-- Puts the next users on the list of a consumer that begins with each user's first update. Answers how many are left for
-- another call at most: null once all are listed, 0 while transactions run that may not have seen the consumer.
create function purser.list_users(p_realm smallint, p_consumer text, p_limit integer) returns integer
language plpgsql volatile set search_path = purser, pg_temp as $$
declare
    begun consumer%rowtype;
    last_holder text;
    listed_count integer;
begin
    select * into begun from consumer where realm = p_realm and consumer = p_consumer for update;
    if begun.listed is null then return null; end if;
    -- One that is yet to come is of another server, from which a dump was restored.
    if begun.created is null or begun.created >= pg_snapshot_xmax(pg_current_snapshot()) then
        update consumer set created = pg_current_xact_id() where realm = p_realm and consumer = p_consumer;
        return 0;
    end if;
    if begun.created >= pg_snapshot_xmin(pg_current_snapshot()) then return 0; end if;
    -- A transaction that had not seen the consumer's new beginning may have put a user on the list behind it.
    if begun.listed = '' then
        with locked as materialized (
            select holder from due where realm = p_realm and consumer = p_consumer and seen > 0 order by holder for update
        ) update due set seen = 0, fence = nextval('purser.fence') from locked
        where realm = p_realm and consumer = p_consumer and due.holder = locked.holder;
    end if;
    with next as (
        select holder, number from holder
        -- Users come before `line:`: account tokens begin with a hexadecimal digit.
        where realm = p_realm and holder > begun.listed and holder < 'line:'
        order by holder limit p_limit
    ), made as (
        insert into due (realm, consumer, holder, wanted, seen)
        select p_realm, p_consumer, holder, number, 0 from next order by holder
        on conflict (realm, consumer, holder) do nothing
    ) select max(holder), count(*) into last_holder, listed_count from next;
    update consumer set listed = last_holder where realm = p_realm and consumer = p_consumer;
    return case when last_holder is null then null else listed_count end;
end $$;

-- Removes everything of a user. Answers how many lines there were; again until there are none. Less than 0: something was
-- recorded meanwhile, and nothing is removed yet.
--
-- Locks in the order of `receive`: lines with all identifiers that were joined to them, the holder, lists of consumers.
create function purser.erase(p_realm smallint, p_holder text) returns bigint
language plpgsql volatile set search_path = purser, pg_temp set lock_timeout = '4s' as $$
declare
    locked text[];
    own text[];
begin
    locked := purser.lines_of(p_realm, p_holder);
    perform from line where realm = p_realm and line = any (locked) order by line for update;
    perform from holder where realm = p_realm and holder = p_holder for update;
    if not purser.lines_of(p_realm, p_holder) <@ locked then return -1; end if;
    select array_agg(distinct line) into own from entry where realm = p_realm and holder = p_holder;
    delete from entry where realm = p_realm and holder = p_holder;
    delete from recorded_update where realm = p_realm and holder = p_holder;
    delete from holder where realm = p_realm and holder = p_holder;
    with listed as materialized (
        select consumer from due where realm = p_realm and holder = p_holder
            and consumer = any (array(select consumer.consumer from consumer where realm = p_realm))
        order by consumer for update
    ) delete from due using listed
    where due.realm = p_realm and due.consumer = listed.consumer and due.holder = p_holder;
    delete from delivered where realm = p_realm and holder = p_holder
        and consumer = any (array(select consumer.consumer from consumer where realm = p_realm));
    with recursive gone as (
        select line from line where realm = p_realm and line = any (own) and holders <@ array[p_holder]
        union
        select joined.line from gone join line joined on joined.realm = p_realm and joined.root = gone.line
    ) delete from line using gone where line.realm = p_realm and line.line = gone.line;
    update line set holders = array_remove(holders, p_holder), revision = revision + 1
    where realm = p_realm and line = any (own);
    return coalesce(cardinality(own), 0);
end $$;

-- Where a beginning has just come to a user who was erased, it goes on behind the user before. Apart from `erase`, because who
-- lists users locks the consumer before its list.
create function purser.erase_marks(p_realm smallint, p_holder text) returns void
language sql volatile set search_path = purser, pg_temp as $$
    with locked as materialized (
        select consumer from consumer where realm = p_realm and listed = p_holder order by consumer for update
    ) update consumer set listed = coalesce((
        select max(before.holder) from holder as before where before.realm = p_realm and before.holder < p_holder), '0')
    from locked where consumer.realm = p_realm and consumer.consumer = locked.consumer
$$;

-- The lines of which a user has rows, and each identifier that was joined to one of them, also by way of another one.
create function purser.lines_of(p_realm smallint, p_holder text) returns text[]
language sql volatile set search_path = purser, pg_temp as $$
    with recursive own as (
        select line from entry where realm = p_realm and holder = p_holder
        union
        select joined.line from own join line joined on joined.realm = p_realm and joined.root = own.line
    ) select coalesce(array_agg(line), '{}') from own
$$;

-- Gives a role what the book needs while it runs: rows and functions, no right to alter anything.
create function purser.admit(p_role text) returns void language plpgsql volatile set search_path = purser, pg_temp as $$
begin
    execute format('grant usage on schema purser to %I', p_role);
    execute format('grant select, insert, update, delete on all tables in schema purser to %I', p_role);
    execute format('revoke insert, update, delete on purser.schema_step from %I', p_role);
    execute format('grant usage, update on all sequences in schema purser to %I', p_role);
    execute format('grant execute on all functions in schema purser to %I', p_role);
    execute format('revoke execute on function purser.admit(text) from %I', p_role);
end $$;
revoke all on function purser.admit(text) from public;

-- Lets a consumer begin again with each user's first update; then `list_users` puts the users on its list.
create function purser.replay(p_realm smallint, p_consumer text) returns boolean
language plpgsql volatile set search_path = purser, pg_temp as $$
begin
    update consumer set listed = '', created = null where realm = p_realm and consumer = p_consumer and follows;
    if not found then return false; end if;
    -- Who comes on the list from now on begins there with the first update, and `list_users` looks after the others.
    with locked as materialized (
        select holder from due where realm = p_realm and consumer = p_consumer order by holder for update
    ) update due set seen = 0, ready = clock_timestamp(), fence = nextval('purser.fence'), failures = 0, reason = null
    from locked where realm = p_realm and consumer = p_consumer and due.holder = locked.holder;
    return true;
end $$;

-- Begins an epoch, after the database has lost updates that consumers may have seen: numbers and fences begin behind all that
-- were lost, and each consumer begins again with each user's first update. Then `list_users` puts the users on the lists.
create function purser.begin_epoch(p_realm smallint) returns integer
language plpgsql volatile set search_path = purser, pg_temp as $$
declare
    begun integer;
begin
    update realm set epoch = realm.epoch + 1 where realm.realm = p_realm returning realm.epoch into begun;
    perform setval('purser.fence', ((nextval('purser.fence') >> 40) + 1) << 40);
    perform purser.replay(p_realm, one.consumer) from (
        select consumer.consumer from consumer where consumer.realm = p_realm and consumer.follows order by consumer.consumer) as one;
    return begun;
end $$;
"""#
    }
#endif
