#if Server
    extension SchemaSteps {
        /// The third step: updates that every consumer has dealt with can be removed.
        // swift-format-ignore
        static let room = #"""
-- When an update was recorded; null for one that was recorded before this step.
alter table purser.recorded_update add column recorded timestamptz;
alter table purser.recorded_update alter column recorded set default now();

-- Up to which number the user's updates were removed. A consumer that does not get them again knows that they were not lost.
alter table purser.holder add column removed bigint not null default 0;

-- Removes updates that were recorded before a moment and that every consumer has dealt with: of the next users behind one, a thousand of
-- each at most. Answers the last of these users, null where there are no more, and how many updates were removed.
--
-- It waits for nobody, and passes over what others have locked. A purchase that nobody has keeps its updates: no consumer had them.
create function purser.remove_updates(p_realm smallint, p_after text, p_limit integer, p_before double precision)
returns table (last_holder text, removed_count bigint) language sql volatile set search_path = purser, pg_temp
-- By the key of each row, as in `take_due`.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
    with step as materialized (
        select applied from schema_step where step = 3
    ), next as materialized (
        select holder from holder
        where realm = p_realm and holder > p_after and holder < 'line:'
        order by holder limit p_limit
    ), dealt as materialized (
        -- A consumer that begins at the beginning has not had the users behind the one to whom it has come.
        select next.holder, coalesce((
            select min(case when next.holder > consumer.listed then 0 else own.seen end)
            from consumer left join lateral (
                select due.seen from due
                where due.realm = p_realm and due.consumer = consumer.consumer and due.holder = next.holder offset 0) as own on true
            where consumer.realm = p_realm and consumer.follows), 9223372036854775807) as number
        from next
    ), locked as materialized (
        select dealt.holder, old.number, old.place
        from dealt cross join lateral (
            select recorded_update.number, recorded_update.ctid as place from recorded_update
            where recorded_update.realm = p_realm and recorded_update.holder = dealt.holder
                and recorded_update.number <= dealt.number
                and coalesce(recorded_update.recorded, (select applied from step)) < to_timestamp(p_before)
            order by recorded_update.number limit 1000 for update skip locked) as old
    ), own as materialized (
        select last.holder, last.number, known.place
        from (select locked.holder, max(locked.number) as number from locked group by locked.holder) as last
        cross join lateral (
            select holder.ctid as place from holder
            where holder.realm = p_realm and holder.holder = last.holder for update skip locked) as known
    ), gone as (
        delete from recorded_update
        where ctid = any (array(select locked.place from locked where locked.holder in (select own.holder from own))) returning 1
    ), noted as (
        update holder set removed = greatest(holder.removed, own.number) from own where holder.ctid = own.place
    )
    select (select max(holder) from next), (select count(*) from gone)
$$;
"""#
    }
#endif
