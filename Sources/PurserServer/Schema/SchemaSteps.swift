#if Server
    /// The schema, as steps that are made in order and never changed once they are released.
    package enum SchemaSteps {
        /// The SQL of each step; the first one has number 1.
        package static var all: [String] { [[tables, receiving, following].joined(separator: "\n")] }

        /// The step that this version needs.
        package static var needed: Int { all.count }

        /// Waits for others that migrate, and fails where one of them has made the step.
        ///
        /// The number stands for this book among the advisory locks of a database.
        static func script(_ number: Int) -> String {
            """
            select pg_advisory_xact_lock(5788421330201);
            do $check$
            declare
                known integer;
            begin
                if to_regclass('purser.schema_step') is null then return; end if;
                execute 'select max(step) from purser.schema_step' into known;
                if known >= \(number) then raise exception 'step \(number) is there' using errcode = 'PB001'; end if;
            end $check$;
            \(all[number - 1])
            insert into purser.schema_step (step) values (\(number));
            """
        }
    }
#endif
