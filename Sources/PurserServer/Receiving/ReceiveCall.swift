#if Server
    /// One call of the function `receive`, for decisions about lines that have nothing in common.
    package enum ReceiveCall {
        /// What became of one of the decisions.
        package enum Outcome: Sendable, Hashable {
            /// It was written; the numbers of its updates, by whose they are.
            case written(numbers: [Holder: Set<UInt64>])
            /// Something else was written before: the lines as they are now.
            case lost(LineContent)
        }

        /// The call.
        package static func statement(_ decisions: [LineDecision], realm: Int64) -> SQLStatement {
            let all = Array(decisions.enumerated())
            let lines = all.flatMap { number, decision in decision.lines.map { (number, $0) } }
            let moves = all.flatMap { number, decision in decision.moves.map { (number, $0) } }
            let updates = all.flatMap { number, decision in decision.updates.map { (number, $0) } }
            let entries = all.flatMap { number, decision in decision.entries.map { (number, $0) } }
            let cleared = all.flatMap { number, decision in decision.cleared.map { (number, $0) } }
            func numbers<Value>(_ values: [(Int, Value)]) -> SQLValue { .integers(values.map { Int64($0.0) }) }
            return SQLStatement(
                "select * from purser.receive($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)",
                [
                    .integer(realm),
                    numbers(lines), .texts(lines.map(\.1.known.id)), .integers(lines.map(\.1.known.revision)),
                    .texts(lines.map(\.1.known.root)), .texts(lines.map(\.1.root)),
                    numbers(moves), .texts(moves.map(\.1.from.text)), .texts(moves.map(\.1.to.text)),
                    numbers(updates), .texts(updates.map(\.1.holder.text)), .blobs(updates.map(\.1.record)),
                    numbers(entries), .texts(entries.map(\.1.holder.text)), .texts(entries.map(\.1.line)),
                    .texts(entries.map(\.1.slot)), .blobs(entries.map(\.1.record)), .blobs(entries.map(\.1.later)),
                    numbers(cleared), .texts(cleared.map(\.1)),
                ])
        }

        /// What became of each decision.
        ///
        /// - Throws: ``BookFailure`` where the answer is none of this version's.
        package static func outcomes(of result: SQLResult, count: Int) throws(BookFailure) -> [Outcome] {
            var outcomes = [Outcome](repeating: .written(numbers: [:]), count: count)
            for row in result.rows {
                guard let kind = row.text(0), let place = row.integer(1).flatMap({ Int(exactly: $0) }),
                    outcomes.indices.contains(place)
                else { throw unknownAnswer }
                switch (kind, outcomes[place]) {
                case ("number", .written(var numbers)):
                    guard let number = row.integer(6).flatMap({ UInt64(exactly: $0) }),
                        let holder = row.text(3).map(Holder.init(text:))
                    else { throw unknownAnswer }
                    numbers[holder, default: []].insert(number)
                    outcomes[place] = .written(numbers: numbers)
                case ("lost", _): outcomes[place] = .lost(LineContent())
                case ("line", .lost(var content)):
                    guard let id = row.text(2), let revision = row.integer(6) else { throw unknownAnswer }
                    content.lines[id] = LineContent.Line(id, root: row.text(5), revision: revision)
                    outcomes[place] = .lost(content)
                case ("entry", .lost(var content)):
                    guard let line = row.text(2), let holder = row.text(3), let slot = row.text(4),
                        let record = row.bytes(7)
                    else { throw unknownAnswer }
                    content.entries.append(
                        LineContent.Entry(Holder(text: holder), line, slot, record, later: row.bytes(8)))
                    outcomes[place] = .lost(content)
                default: throw unknownAnswer
                }
            }
            return outcomes
        }

        private static var unknownAnswer: BookFailure {
            BookFailure(
                .wrongSchema, "The function receive answers what this version does not know. Run purser book migrate.",
                isOutcomeKnown: false)
        }
    }
#endif
