import Purser

/// The two sides that must agree when nothing is under way any more: what the App Store counted, and what the app has.
struct TortureRecords: Sendable {
    /// Something that money was taken for.
    struct Charge: Hashable, Sendable {
        var id: String
        var productID: String
        var quantity: Int
    }

    /// What the App Store took money for.
    var charges: [Charge] = []
    /// The transactions of which the money was given back.
    var refunded: Set<String> = []
    /// The kinds of what was charged, by product.
    var kinds: [String: StoreProduct.ProductType] = [:]
    /// What the ledger counts of each consumable.
    var balances: [String: Int] = [:]
    /// Non-consumables and subscriptions that the ledger says are owned.
    var owned: Set<String> = []
    /// The number of the ledger's last update.
    var lastSequence: UInt64 = 0
    /// What the named reader noted.
    var seen: [SeenUpdate?] = []
    /// What the grant handler noted.
    var grants: [TortureFolder.Note?] = []
    /// What was noted when manual purchases were handed over.
    var handed: [TortureFolder.Note?] = []
    /// What callers got as the answer to their purchases.
    var answers: [TortureFolder.Note?] = []
    /// The rounds whose worker was killed.
    var killed: Set<Int> = []
    /// What the account and the ledger still wait for, and what was in the dead letters.
    var unfinished = 0
    var deadLetters = 0

    /// How often something was granted again because the worker was killed between the grant and its record.
    var repeatedGrants: Int { grants.count - Set(grants.map { $0?.id }).count }
    /// How often an update was delivered again because the worker was killed between its note and its acknowledgement.
    var repeatedUpdates: Int { seen.count - Set(seen.map { $0?.sequence }).count }

    /// How many charges were recorded by a later run because the worker was killed between a charge and its record.
    var lateCharges: Int { updates.values.count { $0.isLate && $0.kind == "purchased" } }

    /// Everything that does not agree, in words; nothing when all is right.
    func differences() -> [String] {
        unreadable + chargeDifferences() + balanceDifferences() + deliveryDifferences() + numbers.differences()
            + leftovers
    }

    private var unreadable: [String] {
        let count = [grants, handed, answers].joined().count { $0 == nil } + seen.count { $0 == nil }
        return count == 0 ? [] : ["\(Wording.count(count, "note")) cannot be read"]
    }

    private var leftovers: [String] {
        (unfinished == 0 ? [] : ["\(Wording.count(unfinished, "transaction")) left unfinished"])
            + (deadLetters == 0 ? [] : ["\(Wording.count(deadLetters, "transaction")) in the dead letters"])
    }

    /// Each charge is delivered once as a purchase and each refund once as a refund, with the context of the payment.
    private func chargeDifferences() -> [String] {
        let delivered = Dictionary(grouping: updates.values, by: \.id)
        let charged = Set(charges.map(\.id))
        var differences = charges.flatMap { self.differences(of: $0, delivered: delivered[$0.id] ?? []) }
        differences += delivered.keys.sorted().filter { !charged.contains($0) }
            .map { "\($0) is in the ledger and was never charged" }
        let answered = Set(answers.compactMap { $0?.id })
        differences += answered.subtracting(charged).sorted().map { "\($0) was answered and never charged" }
        return differences
    }

    private func differences(of charge: Charge, delivered: [SeenUpdate]) -> [String] {
        let isRefunded = refunded.contains(charge.id)
        let purchases = delivered.count { $0.kind == "purchased" }
        let refunds = delivered.count { $0.kind == "revoked" }
        var differences: [String] = []
        // A purchase that was refunded before it could be recorded is delivered as a refund only.
        if purchases != 1, purchases > 0 || !isRefunded {
            differences.append("\(charge.id) was charged once and is in the ledger \(purchases) times")
        }
        if refunds != (isRefunded ? 1 : 0) {
            differences.append(
                "\(charge.id) was refunded \(isRefunded ? 1 : 0) times and reported as refunded \(refunds) times")
        }
        if !delivered.allSatisfy(\.hasOwnContext) { differences.append("\(charge.id) lost the context of its payment") }
        return differences
    }

    private func balanceDifferences() -> [String] {
        var expected: [String: Int] = [:]
        for charge in charges where kinds[charge.productID] == .consumable && !refunded.contains(charge.id) {
            expected[charge.productID, default: 0] += charge.quantity
        }
        let products = Set(expected.keys).union(balances.keys).sorted()
        var differences = products.compactMap { product -> String? in
            let (charged, counted) = (expected[product] ?? 0, balances[product] ?? 0)
            return charged == counted ? nil : "\(product): \(charged) charged, \(counted) in the balance"
        }
        let bought = Set(charges.map(\.productID).filter { kinds[$0] != .consumable })
        differences += bought.symmetricDifference(owned).sorted().map { "\($0) is owned or charged, but not both" }
        return differences
    }

    /// Everything charged is handed over: by a grant if it is atomic, by its caller or the app's handler if not.
    ///
    /// For a purchase that was refunded it may be too late.
    private func deliveryDifferences() -> [String] {
        let manual = Set(updates.values.filter(\.isManual).map(\.id))
        let granted = Dictionary(grouping: grants.compactMap(\.self), by: \.id)
        let given = Set(handed.compactMap { $0?.id })
        let charged = Set(charges.map(\.id))
        var differences: [String] = []
        for id in charged.sorted() {
            if manual.contains(id) {
                if !given.contains(id), !refunded.contains(id) {
                    differences.append("\(id) was charged and never delivered")
                }
                if granted[id] != nil { differences.append("\(id) is manual and was granted") }
            } else if granted[id] == nil, !refunded.contains(id) {
                differences.append("\(id) was charged and never granted")
            }
        }
        differences += Set(granted.keys).union(given).subtracting(charged).sorted()
            .map { "\($0) was delivered and never charged" }
        return differences + granted.values.flatMap(needlessRepeats).sorted()
    }

    /// A second grant is right only after a kill.
    private func needlessRepeats(_ notes: [TortureFolder.Note]) -> [String] {
        zip(notes, notes.dropFirst()).compactMap { first, second in
            guard first.round == second.round || !killed.contains(first.round) else { return nil }
            return "\(first.id) was granted in round \(first.round) and again in round \(second.round) without a kill"
        }
    }

    private var numbers: UpdateNumbers { UpdateNumbers(seen: seen, last: lastSequence) }

    /// The updates by number, each as it was seen first.
    private var updates: [UInt64: SeenUpdate] { numbers.first }
}
