#if Server
    /// A step of the schema.
    package struct SchemaStep: Sendable {
        /// What it makes, in a sentence.
        package let summary: String
        /// The statements.
        package let sql: String
    }

    /// The schema, as steps that are made in order and never changed once they are released.
    package enum SchemaSteps {
        /// The steps; the first one has number 1.
        package static var all: [SchemaStep] {
            [
                SchemaStep(
                    summary: "The tables of the book, and the functions that record, read and follow.",
                    sql: [tables, receiving, following].joined(separator: "\n")),
                SchemaStep(
                    summary: "A database that was restored, or a copy that has taken over, begins an epoch by itself.",
                    sql: restoring),
                SchemaStep(
                    summary: "Updates that every consumer has dealt with can be removed by age.", sql: room),
                SchemaStep(
                    summary: "A call reads the rows of its own purchases alone, however its plan was made.", sql: keys),
            ]
        }

        /// The step that this version needs.
        package static var needed: Int { all.count }

        /// How many milliseconds a step waits for a lock.
        ///
        /// Less than half of PostgreSQL's `deadlock_timeout`, a second: a call that waits for the step while the step waits for the call
        /// would be ended as a deadlock. So the step lets it go first.
        static let lockMilliseconds = 400

        /// Waits for others that migrate, and fails where one of them has made the step.
        ///
        /// A step that waits for a lock has everybody else wait behind it: after ``lockMilliseconds`` it gives up, and changes nothing.
        ///
        /// The number stands for this book among the advisory locks of a database.
        static func script(_ number: Int) -> String {
            """
            select pg_advisory_xact_lock(5788421330201);
            select set_config('lock_timeout', '\(lockMilliseconds)ms', true);
            do $check$
            declare
                known integer;
            begin
                if to_regclass('purser.schema_step') is null then return; end if;
                execute 'select max(step) from purser.schema_step' into known;
                if known >= \(number) then raise exception 'step \(number) is there' using errcode = 'PB001'; end if;
            end $check$;
            \(all[number - 1].sql)
            insert into purser.schema_step (step) values (\(number));
            """
        }
    }
#endif
