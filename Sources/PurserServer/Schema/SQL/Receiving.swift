#if Server
    extension SchemaSteps {
        /// The functions of the first step that record what is reported.
        // swift-format-ignore
        static let receiving = #"""
-- Records what was decided about deliveries, unless a line has another revision than the one that was decided by.
--
-- Locks: lines, holders, updates, entries, lists of consumers, each in the order of their keys. So no two calls wait for each
-- other. No lock outlives the call.
--
-- Parallel arrays stand for tables, because a call has one row of parameters:
--   lines    delivery, line, revision and root that were read (revision 0: no row), root from now on
--   moves    delivery, holder, new holder: all rows and updates of a line without a user
--   updates  delivery, holder, record
--   entries  delivery, holder, line, slot, record (null: remove it), later
--   cleared  delivery and line: all entries are removed first, because the line is written anew
--
-- Answers: `lost` deliveries with `line` and `entry` rows as they are now; `number` for each update of the others.
create function purser.receive(
    p_realm smallint,
    l_delivery integer[], l_line text[], l_revision bigint[], l_root text[], l_new_root text[],
    m_delivery integer[], m_from text[], m_to text[],
    u_delivery integer[], u_holder text[], u_record bytea[],
    e_delivery integer[], e_holder text[], e_line text[], e_slot text[], e_record bytea[], e_later bytea[],
    c_delivery integer[], c_line text[]
) returns table (kind text, delivery integer, line text, holder text, slot text, root text, number bigint, record bytea, later bytea)
language plpgsql volatile
set search_path = purser, pg_temp
-- The plans are the same for all arguments, and making them anew took more than half of the time.
set plan_cache_mode = force_generic_plan
-- A plan is made once, perhaps while the tables are empty, and has to go by the keys when they are large. So nothing is read row by
-- row, and each join with a table is a subquery that looks for one whole key; `offset 0` keeps the planner from changing it into a
-- join that reads all rows of the realm.
set enable_seqscan = off
-- A call that its client has given up does not wait for ever, so that no connection is held for it.
set lock_timeout = '4s'
as $$
#variable_conflict use_column
declare
    inserted text[];
    lost integer[];
    -- Every number of an update is larger.
    passed bigint := coalesce((select (epoch - 1) * 1000000000::bigint from realm where realm.realm = p_realm), 0);
    moved boolean := cardinality(m_delivery) > 0;
begin
    perform from line where realm = p_realm and line = any (l_line) order by line for update;

    with made as (
        insert into line (realm, line, revision)
        select p_realm, asked.line, 0 from unnest(l_line, l_revision) as asked(line, revision)
        where asked.revision = 0 order by asked.line collate "C"
        on conflict do nothing returning line
    ) select array_agg(line) into inserted from made;

    select array_agg(distinct asked.delivery) into lost
    from unnest(l_delivery, l_line, l_revision, l_root) as asked(delivery, line, revision, root)
    left join lateral (
        select line.revision, line.root from line where line.realm = p_realm and line.line = asked.line offset 0
    ) as known on true
    where known.revision is distinct from asked.revision or known.root is distinct from asked.root;

    if lost is not null then
        -- Of a delivery that lost nothing stays, also no row of a line that is new by it.
        if inserted is not null then
            delete from line where realm = p_realm and line = any (array(
                select asked.line from unnest(l_delivery, l_line) as asked(delivery, line)
                where asked.delivery = any (lost) and asked.line = any (inserted)));
        end if;
        return query select * from purser.read_lines(p_realm, lost, l_delivery, l_line);
        if lost @> l_delivery then return; end if;
    end if;

    -- Whose rows a line has from now on.
    update line set
        revision = line.revision + 1,
        root = asked.new_root,
        holders = case when asked.new_root is not null then '{}' else coalesce((
            select array_agg(distinct one.holder order by one.holder) from (
                select coalesce(moving.new_holder, former) as holder
                from unnest(line.holders) as former
                left join unnest(m_delivery, m_from, m_to) as moving(delivery, old_holder, new_holder)
                    on moving.delivery = asked.delivery and moving.old_holder = former
                where not exists (
                    select from unnest(c_line) as cleared(line) where cleared.line = line.line)
                union all
                select written.holder from unnest(e_line, e_holder, e_record) as written(line, holder, record)
                where written.line = line.line and written.record is not null
            ) as one), '{}') end
    from (
        select named.delivery, named.new_root, place.ctid
        from unnest(l_delivery, l_line, l_new_root) as named(delivery, line, new_root)
        cross join lateral (
            select line.ctid from line where line.realm = p_realm and line.line = named.line offset 0
        ) as place
        where named.delivery <> all (coalesce(lost, '{}'))
    ) as asked
    -- The rows are locked: they stay at their places.
    where line.ctid = asked.ctid;

    return query
    with moving as (
        select m.delivery, m.old_holder, m.new_holder, former.place, (
            select count(*) from recorded_update old where old.realm = p_realm and old.holder = m.old_holder) as number
        from unnest(m_delivery, m_from, m_to) as m(delivery, old_holder, new_holder)
        cross join lateral (
            select holder.ctid as place from purser.holder where holder.realm = p_realm and holder.holder = m.old_holder offset 0
        ) as former
        where moved and m.delivery <> all (coalesce(lost, '{}'))
    ), given as (
        select u.delivery, u.holder, u.record, u.place
        from unnest(u_delivery, u_holder, u_record) with ordinality as u(delivery, holder, record, place)
        where u.delivery <> all (coalesce(lost, '{}'))
    ), counted as (
        select one.holder, sum(one.number)::bigint as number from (
            select new_holder as holder, number from moving
            union all select holder, 1 from given) as one
        group by one.holder
    ), numbered as (
        insert into holder (realm, holder, number)
        select p_realm, counted.holder, passed + counted.number from counted order by counted.holder collate "C"
        on conflict (realm, holder) do update set number = greatest(holder.number, passed) + excluded.number - passed
        returning holder, number
    ), based as (
        select numbered.holder, numbered.number, numbered.number - counted.number as base
        from numbered join counted using (holder)
    ), carried as (
        -- The updates of a line without a user come before those of this call, in their order.
        select old.ctid as place, old.number as old_number, moving.new_holder as holder, old.record,
            based.base + row_number() over (partition by moving.new_holder order by moving.delivery, old.number) as number
        from moving
        join based on based.holder = moving.new_holder
        cross join lateral (
            select recorded_update.holder, recorded_update.number, recorded_update.record, recorded_update.ctid
            from recorded_update
            where recorded_update.realm = p_realm and recorded_update.holder = moving.old_holder offset 0
        ) as old
    ), removed as (
        delete from recorded_update where ctid = any (array(select carried.place from carried))
    ), emptied as (
        delete from holder where ctid = any (array(select moving.place from moving))
    ), fresh as (
        select given.delivery, given.holder, given.record,
            based.base + coalesce((select sum(moving.number) from moving where moving.new_holder = given.holder), 0)
                + row_number() over (partition by given.holder order by given.place) as number
        from given join based using (holder)
    ), written as (
        insert into recorded_update (realm, holder, number, record)
        select p_realm, one.holder, one.number, one.record from (
            select holder, number, record from carried union all select holder, number, record from fresh) as one
        order by one.holder collate "C", one.number
    ), listed as (
        -- Always writes, also where the user is on the list: a worker that is about to remove the row sees the number.
        insert into due (realm, consumer, holder, wanted, seen)
        select p_realm, consumer.consumer, based.holder, based.number,
            case when based.holder collate "C" > consumer.listed then 0 else based.base end
        from based join consumer on consumer.realm = p_realm and consumer.follows
        where based.holder not like 'line:%'
        order by consumer.consumer, based.holder collate "C"
        on conflict (realm, consumer, holder) do update set wanted = excluded.wanted
    )
    select 'number', fresh.delivery, null::text, fresh.holder, null::text, null::text, fresh.number::bigint, null::bytea, null::bytea
    from fresh;

    delete from entry where ctid = any (array(
        select place.ctid
        from unnest(c_delivery, c_line) as cleared(delivery, line)
        cross join unnest(m_from || e_holder) as former(holder)
        cross join lateral (
            select entry.ctid from entry
            where entry.realm = p_realm and entry.holder = former.holder and entry.line = cleared.line offset 0
        ) as place
        where cleared.delivery <> all (coalesce(lost, '{}'))));

    delete from entry where ctid = any (array(
        select place.ctid
        from unnest(e_delivery, e_holder, e_line, e_slot, e_record) as gone(delivery, holder, line, slot, record)
        cross join lateral (
            select entry.ctid from entry where entry.realm = p_realm and entry.holder = gone.holder
                and entry.line = gone.line and entry.slot = gone.slot offset 0
        ) as place
        where gone.record is null and gone.delivery <> all (coalesce(lost, '{}'))));

    insert into entry (realm, holder, line, slot, record, later)
    select p_realm, e.holder, e.line, e.slot, e.record, e.later
    from unnest(e_delivery, e_holder, e_line, e_slot, e_record, e_later) as e(delivery, holder, line, slot, record, later)
    where e.record is not null and e.delivery <> all (coalesce(lost, '{}'))
    order by e.holder collate "C", e.line collate "C", e.slot collate "C"
    on conflict (realm, holder, line, slot) do update set record = excluded.record, later = excluded.later;
end $$;

-- The lines of deliveries and those that they are joined to, with their rows.
create function purser.read_lines(p_realm smallint, p_wanted integer[], l_delivery integer[], l_line text[])
returns table (kind text, delivery integer, line text, holder text, slot text, root text, number bigint, record bytea, later bytea)
language sql stable set search_path = purser, pg_temp as $$
    with recursive found as (
        select asked.delivery, known.line, known.root, known.revision, known.holders
        from unnest(l_delivery, l_line) as asked(delivery, line)
        cross join lateral (
            select line.* from line where line.realm = p_realm and line.line = asked.line offset 0
        ) as known
        where asked.delivery = any (p_wanted)
        union
        select found.delivery, known.line, known.root, known.revision, known.holders
        from found cross join lateral (
            select line.* from line where line.realm = p_realm and line.line = found.root offset 0
        ) as known
    )
    select 'lost', wanted, null, null, null, null, null::bigint, null::bytea, null::bytea from unnest(p_wanted) as wanted
    union all
    select 'line', found.delivery, found.line, null, null, found.root, found.revision, null, null from found
    union all
    select 'entry', found.delivery, found.line, one.holder, own.slot, null, null, own.record, own.later
    from found cross join lateral unnest(found.holders) as one(holder)
    -- `offset` keeps the rows of other lines of a user out of it: they are found by the whole key.
    cross join lateral (
        select entry.slot, entry.record, entry.later from entry
        where entry.realm = p_realm and entry.holder = one.holder and entry.line = found.line offset 0
    ) as own
    where found.root is null
$$;
"""#
    }
#endif
