import Purser

extension Scenario {
    static let owning = Scenario(
        name: "owning", summary: "working out where subscriptions stand, one more renewal, and many that end at once",
        options: [.purchases, .repeats]
    ) { bench in
        var rows: [Row] = []
        for length in [10, 1_000, 100_000] { rows += try lineRows(bench, length) }
        rows.append(try await subscriptionReads(bench))
        for count in bench.values(bench.options.purchases, else: [1_000, 100_000]) {
            bench.progress.show("owning: \(count) ends")
            var ends: [ManyEnds.Times] = []
            for _ in 1...bench.repeats { ends.append(try await ManyEnds.measure(count)) }
            let figures = [
                Figure(.latency("purchase before"), ends.map(\.before)),
                Figure(.latency("purchase meanwhile"), ends.map(\.during)),
                Figure(.latency("slowest meanwhile"), ends.map(\.slowest)),
                Figure(.latency("ends reported after"), ends.map(\.reported)),
            ]
            rows.append(Row("owning", "lines that end at one moment", "lines", count, figures))
        }
        return rows
    }

    /// What a line of so many transactions costs.
    static func lineRows(_ bench: Bench, _ length: Int) throws -> [Row] {
        bench.progress.show("owning: a line of \(length)")
        let line = OwnedPurchase(length: length)
        let measures: [(String, () throws -> Double)] = [
            ("a line from its transactions", line.evaluation),
            ("the same, in random order", OwnedPurchase(length: length, isShuffled: true).evaluation),
            ("asking a line", line.asking), ("one more renewal", { try line.renewal(isRead: false) }),
            ("one more renewal, and a read", { try line.renewal(isRead: true) }),
        ]
        return try measures.map { name, measure in
            let samples = try (1...bench.repeats).map { _ in try measure() }
            return Row("owning", name, "transactions", length, [Figure(.cpu, samples)])
        }
    }
}

/// One subscription with a history.
private struct OwnedPurchase {
    private let periods: [StoreTransaction]
    private let end: Timestamp
    private static let month: Int64 = 30 * 86_400_000

    init(length: Int, isShuffled: Bool = false) {
        let inOrder = (0..<length).map { Self.period($0) }
        // A step that has no common divisor with the length visits all of them.
        periods = isShuffled ? (0..<length).map { inOrder[$0 * 7_919 % length] } : inOrder
        end = Timestamp(milliseconds: Int64(length) * Self.month)
    }

    private static func period(_ number: Int) -> StoreTransaction {
        let start = Timestamp(milliseconds: Int64(number) * month)
        var fields = StoreTransaction.Fields(
            id: "\(number)", productID: "gold", productType: .autoRenewable, purchaseTime: start)
        fields.originalID = "0"
        fields.subscriptionGroupID = "club"
        fields.expirationTime = Timestamp(milliseconds: Int64(number + 1) * month)
        fields.signedTime = start
        return StoreTransaction(fields)
    }

    /// Nanoseconds for working out where it stands, from all of its transactions.
    func evaluation() throws -> Double {
        try perRun(times: max(1, 20_000 / periods.count)) {
            StoreSubscription(SubscriptionPeriods(periods: periods), at: end)?.state == .expired
        }
    }

    /// Nanoseconds for asking a line that is at hand.
    func asking() throws -> Double {
        let line = SubscriptionPeriods(periods: periods)
        return try perRun(times: 20_000) { StoreSubscription(line, at: end)?.state == .expired }
    }

    private func perRun(times: Int, _ body: () -> Bool) throws -> Double {
        let start = Stopwatch.threadTime()
        for _ in 0..<times where !body() { throw WrongRun("the line has not expired") }
        return Double(Stopwatch.threadTime() - start) / Double(times)
    }

    /// Nanoseconds for one renewal more.
    ///
    /// - Parameter isRead: whether somebody reads what is owned after each, and so holds on to it.
    func renewal(isRead: Bool) throws -> Double {
        let state = EntitlementState(
            of: periods, joined: JoinedOriginals(), hash: KeyedHash(first: 1, second: 2))
        let owned = CurrentEntitlements(state, trustedDate: end)
        let further = (periods.count..<periods.count + 1_000).map { Self.period($0) }
        let start = Stopwatch.threadTime()
        for transaction in further {
            var changes = EntitlementChanges()
            changes.add(transaction)
            owned.apply(changes, trustedDate: end)
            if isRead, !StoreEntitlements(owned.snapshot, deviceTime: end).contains("gold") {
                throw WrongRun("a renewal is not owned")
            }
        }
        let spent = Stopwatch.threadTime() - start
        guard StoreEntitlements(owned.snapshot, deviceTime: end).contains("gold") else {
            throw WrongRun("the renewals are not owned")
        }
        return Double(spent) / Double(further.count)
    }
}
