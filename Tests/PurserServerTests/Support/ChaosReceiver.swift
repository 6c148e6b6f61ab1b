#if Server
    /// What followers of `BookWorker` deliver into, and what is checked of it.
    enum ChaosReceiver {
        /// What a service would have: it takes nothing with an earlier fence than it has seen of a user.
        ///
        /// And a list of all that was acknowledged, with the fence of the lease that the user was in.
        static let schema = """
            create table delivered (id bigserial primary key, holder text, number bigint, fence bigint, content text,
                at timestamptz default clock_timestamp());
            create table fault (kind text, at timestamptz);
            create table fences (holder text primary key, fence bigint);
            create table acknowledged (holder text, number bigint, fence bigint);
            create function deliver(p_holder text, p_number bigint, p_fence bigint, p_content text) returns void
            language plpgsql as $$
            declare
                known bigint;
            begin
                insert into fences values (p_holder, p_fence) on conflict (holder)
                    do update set fence = greatest(fences.fence, excluded.fence) returning fence into known;
                if known > p_fence then raise exception 'an earlier fence'; end if;
                insert into delivered (holder, number, fence, content) values (p_holder, p_number, p_fence, p_content);
            end $$;
            create function note_acknowledged() returns trigger language plpgsql as $$
            begin
                insert into public.acknowledged values (
                    old.holder, case when tg_op = 'DELETE' then old.wanted else new.seen end, old.fence);
                return null;
            end $$;
            create trigger acknowledged after update on purser.due for each row
                when (new.seen > old.seen) execute function note_acknowledged();
            create trigger removed after delete on purser.due for each row execute function note_acknowledged();
            """

        /// For how long updates waited at most, by what had happened last before they were delivered.
        static let waits = """
            select kind, extract(epoch from max(wait))::float8 from (
                select d.at - u.recorded as wait, (
                    select kind from fault where fault.at <= d.at order by fault.at desc limit 1) as kind
                from (select holder, number, min(at) as at from delivered group by holder, number) as d
                join purser.recorded_update u using (holder, number)) as one
            where kind is not null group by kind
            """

        /// Each counts something that must not be.
        static let faults = [
            (
                "skipped at the end",
                """
                select count(*) from purser.holder h where holder not like 'line:%' and number is distinct from
                    (select max(number) from delivered where delivered.holder = h.holder)
                """
            ),
            (
                "out of order",
                """
                select count(*) from (
                    select number, coalesce(max(number) over (
                        partition by holder order by id rows between unbounded preceding and 1 preceding), 0) as before
                    from delivered) as one where number > before + 1
                """
            ),
            (
                "a number of two updates",
                """
                select count(*) from (
                    select from delivered group by holder, number having count(distinct content) > 1) as doubled
                """
            ),
            (
                "a gap in the numbers",
                """
                select count(*) from purser.holder h where number <>
                    (select count(*) from purser.recorded_update u where u.realm = h.realm and u.holder = h.holder)
                """
            ),
            // Who acknowledges under a fence has delivered the update under the same one.
            (
                "acknowledged by the fenced",
                """
                select count(*) from acknowledged a where not exists (
                    select from delivered d where (d.holder, d.number, d.fence) = (a.holder, a.number, a.fence))
                """
            ),
            ("deadlocks", "select deadlocks from pg_stat_database where datname = current_database()"),
        ]
    }
#endif
