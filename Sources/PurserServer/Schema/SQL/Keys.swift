#if Server
    extension SchemaSteps {
        /// The fourth step: a call locks and removes lines by their whole keys.
        // swift-format-ignore
        static let keys = #"""
-- `line = any (…)` may be planned as all lines of the realm in their order, of which nearly all are passed over. That is what a plan
-- does that was made where few lines had been counted, and each session keeps its plans.
do $change$
declare
    old text := pg_get_functiondef('purser.receive'::regproc);
    locking text := replace(old,
        'from line where realm = p_realm and line = any (l_line) order by line for update;',
        'from (select asked.line from unnest(l_line) as asked(line) order by asked.line collate "C") as asked
        cross join lateral (select from line where line.realm = p_realm and line.line = asked.line for update) as held;');
    new text := replace(locking,
        'where realm = p_realm and line = any (array(
                select asked.line from unnest(l_delivery, l_line) as asked(delivery, line)
                ',
        'where ctid = any (array(
                select place.ctid from unnest(l_delivery, l_line) as asked(delivery, line)
                cross join lateral (
                    select line.ctid from line where line.realm = p_realm and line.line = asked.line offset 0) as place
                ');
begin
    if locking = old or new = locking then raise exception 'purser.receive was changed by hand'; end if;
    execute new;
end $change$;
"""#
    }
#endif
