import Foundation
import Purser
import PurserSimulator

/// The checks at the end of a run, when everything has settled.
struct Checks {
    private let world: World
    private let launches: [Launch]
    private let updates: [StoreUpdate]
    /// The latest update of each transaction.
    private let latest: [String: StoreUpdate]
    private(set) var violations: [String]

    /// What was told in one launch, and how many updates were on record when it was over.
    struct Launch {
        var batches: [[BackendEvent]]
        var recorded: UInt64
    }

    init(_ world: World, launches: [Launch]) {
        self.world = world
        self.launches = launches
        updates = world.storage.records.compactMap { record in
            guard case .update(let update, _) = record else { return nil }
            return update
        }
        latest = updates.reduce(into: [:]) { $0[$1.transaction.id] = $1 }
        violations = world.journal.violations + world.storage.violations
    }

    private var scenario: Scenario { world.scenario }
    private var journal: Journal { world.journal }

    mutating func run(_ entitlements: StoreEntitlements) async {
        violations += await world.appStore.violations.map { "F1: the App Store objects: \($0)" }
        checkCalls()
        checkNumbers()
        checkNews()
        checkGrants()
        await checkShop()
        checkReadings()
        checkTold()
        if scenario.isPumped, world.storage.failures == 0 { checkOrder() }
        await checkAccount()
        await checkIntents()
        await checkEntitlements(entitlements)
    }

    private mutating func expect(_ holds: Bool, _ message: @autoclosure () -> String) {
        if !holds { violations.append(message()) }
    }

    // MARK: One after the other

    private mutating func checkCalls() {
        let open = journal.calls.filter { !$0.hasEnded }
        expect(open.isEmpty, "C1: \(open.count) purchases never returned")
    }

    private mutating func checkNumbers() {
        let numbers = updates.map(\.sequence)
        expect(numbers == Array(1..<UInt64(numbers.count) + 1), "O4: the ledger's numbers are \(numbers)")
    }

    private mutating func checkNews() {
        var latest: [String: StoreTransaction] = [:]
        var intents: [String: PaymentIntent] = [:]
        for update in updates where update.kind != .statusChanged {
            let transaction = update.transaction
            // A transaction is told once more when its payment is found, or turns out to be another than was guessed, or none.
            let findsIntent = update.intent != intents[transaction.id]
            intents[transaction.id] = update.intent
            if let old = latest[transaction.id], old.saysTheSame(as: transaction), !findsIntent {
                expect(false, "D1: \(transaction.id) was recorded twice in the same state (\(update.sequence))")
            }
            latest[transaction.id] = transaction
        }
    }

    private mutating func checkReadings() {
        for reading in journal.readings {
            let count = UInt64(reading.sequences.count)
            let expected = Array(reading.after + 1..<reading.after + 1 + count)
            expect(
                reading.sequences == expected, "O4: a subscriber after \(reading.after) read \(reading.sequences)")
            guard let last = reading.mustReach else { continue }
            expect(
                (reading.sequences.last ?? reading.after) == last,
                "S1: a subscriber ended at \(reading.sequences.last ?? reading.after) of \(last)")
        }
    }

    /// What anybody was told under a number is what stands under it for ever.
    private mutating func checkTold() {
        for reported in journal.reported where reported.sequence > 0 {
            let remaining = reported.sequence <= updates.count ? updates[Int(reported.sequence) - 1] : nil
            expect(
                remaining?.transaction.id == reported.transactionID && remaining?.kind == reported.kind,
                "O4: number \(reported.sequence) was \(reported.kind.rawValue) \(reported.transactionID), and then "
                    + "\(remaining?.transaction.id ?? "nothing")")
        }
    }

    private mutating func checkGrants() {
        guard scenario.hasGrantHandler else { return }
        let grants = journal.grants
        let isRepeatable = scenario.crashes || world.storage.failures > 0
        for (grant, count) in grants {
            expect(isRepeatable || count == 1, "D1: \(grant.transactionID) was granted \(count) times")
            // The latest description is granted, so one that changed meanwhile may have another kind.
            let reported = updates.filter { $0.transaction.id == grant.transactionID && $0.sequence <= grant.sequence }
            // A payment that is found late may say that Purser finishes it after all.
            expect(
                reported.contains { ShopBook.remaining(of: $0.transaction) > 0 }
                    && reported.contains { $0.finishing == .atomic },
                "F2: \(grant.transactionID) was granted, which was not to be")
        }
        // What was given back is granted once more only where it was revoked meanwhile: the shop's book sees to that.
        for update in updates
        where update.kind.grants && update.kind != .reinstated && update.finishing == .atomic {
            let id = update.transaction.id
            // Taken back before it was handed over: then it never is.
            let isOvertaken = updates.contains { $0.transaction.id == id && $0.sequence > update.sequence }
            // A copy of what is on record besides is granted with that.
            let isRepeated =
                update.transaction.isCopy
                && updates.contains {
                    $0.transaction.id != id && $0.transaction.originalID == update.transaction.originalID
                        && $0.productID == update.productID
                }
            let isGranted = grants[Journal.Grant(transactionID: id, sequence: update.sequence)] != nil
            expect(isGranted || isOvertaken || isRepeated, "F2: \(id) was never granted (update \(update.sequence))")
        }
    }

    /// The shop has what stands of each transaction, by the calls of its handlers alone (F10).
    private mutating func checkShop() async {
        guard scenario.hasGrantHandler, scenario.hasRevokeHandler else {
            return expect(
                journal.revokes.isEmpty || scenario.hasRevokeHandler, "F8: something was revoked without a handler")
        }
        let shop = journal.shop { $0 }
        let isRepeatable = scenario.crashes || world.storage.failures > 0
        if !isRepeatable { violations += shop.needless }
        for transaction in await world.appStore.transactions {
            let reported = updates.filter { $0.transaction.id == transaction.id }
            // What the app finishes comes to no handler, and neither does a copy of what was granted.
            guard let first = reported.first, reported.allSatisfy({ $0.finishing == .atomic }),
                first.kind != .restored || transaction.id == transaction.originalID, !transaction.isCopy
            else { continue }
            let (held, remaining) = (shop.held[transaction.id] ?? 0, ShopBook.remaining(of: transaction))
            expect(
                held == remaining,
                "F10: of \(transaction.id) the shop has \(held), and \(remaining) of \(transaction.purchasedQuantity) stand; "
                    + "told were \(reported.map { "\($0.kind) \(ShopBook.remaining(of: $0.transaction))" })")
        }
    }

    /// Follows the batches through the ledger: each causes a run of updates, in the order of the phases, and in its own launch.
    private mutating func checkOrder() {
        var next = updates.startIndex
        for launch in launches {
            let end = Int(clamping: launch.recorded)
            var waiting: [BackendTransaction] = []
            for batch in launch.batches {
                follow(batch, from: &next, to: min(end, updates.endIndex), &waiting)
                waiting += batch.compactMap(\.transaction).filter(\.mayWait)
            }
        }
        let around = updates.dropFirst(max(0, next - 2)).prefix(4)
        expect(
            next == updates.endIndex,
            "O3: update \(next + 1) does not follow the order of the batches: "
                + "\(around.map { "\($0.kind) \($0.phase) \($0.transaction.id)" })")
    }

    /// - Parameter waiting: what was told before and may have waited for its payment: it counts from its decision.
    private mutating func follow(
        _ batch: [BackendEvent], from next: inout Int, to end: Int, _ waiting: inout [BackendTransaction]
    ) {
        var reported: [BackendTransaction?] = batch.compactMap(\.transaction)
        var caused: [(phase: StoreUpdate.Phase, place: Int)] = []
        while next < end {
            let place = reported.firstIndex { $0?.mayCause(updates[next]) == true }
            // One whose payment was found may follow from the end of another payment, behind all of its batch.
            if findsPayment(next), place.map({ $0 < caused.last?.place ?? 0 }) ?? true {
                next += 1
                continue
            }
            if place == nil, let waited = waiting.firstIndex(where: { $0.mayCause(updates[next]) }) {
                waiting.remove(at: waited)
                next += 1
                continue
            }
            guard let place else { break }
            // What waits counts from its decision, which comes behind all of its batch.
            let hasWaited = reported[place]?.mayWait == true && place < caused.last?.place ?? 0
            if !hasWaited { caused.append((updates[next].phase, place)) }
            reported[place] = nil
            next += 1
        }
        let sorted = caused.sorted { ($0.phase, $0.place) < ($1.phase, $1.place) }
        expect(
            caused.map(\.place) == sorted.map(\.place),
            "O2: a batch was told in the order \(caused.map { "\($0.phase)\($0.place)" })")
    }

    /// Whether an update says nothing new but the payment: that is found without a report when another payment ends.
    private func findsPayment(_ index: Int) -> Bool {
        let update = updates[index]
        let before = updates[..<index].last { $0.transaction.id == update.transaction.id }
        return before?.intent == nil && update.intent != nil && before?.transaction == update.transaction
    }

    // MARK: Against the account

    private mutating func checkAccount() async {
        let transactions = await world.appStore.transactions
        for transaction in transactions {
            guard let recorded = latest[transaction.id] else {
                expect(false, "D1: \(transaction.id) (\(transaction.productID)) was never recorded")
                continue
            }
            let reported = updates.filter { $0.transaction.id == transaction.id }.map(\.kind.rawValue)
            expect(
                recorded.transaction.saysTheSame(as: transaction),
                "D1: the latest state of \(transaction.id) is missing; told were \(reported), the account says "
                    + "\(transaction.revocationTime == nil ? "standing" : "revoked")")
        }
        let known = Set(transactions.map(\.id))
        for id in latest.keys.sorted() where !known.contains(id) {
            expect(false, "D2: \(id) is in the ledger and not at the App Store")
        }
    }

    /// Every charge has the payment that asked for it, whenever it came.
    private mutating func checkIntents() async {
        guard scenario.echoesTokens else { return }
        let charged = Set(await world.appStore.charges.compactMap(\.token))
        for charge in await world.appStore.charges {
            guard let recorded = latest[charge.transactionID] else { continue }
            // What is settled and then taken back has lost its intent by then.
            let intent = updates.first { $0.transaction.id == charge.transactionID && $0.intent != nil }?.intent
            // Once the store was closed, no name corrects the guess of a restore any more.
            let others = charge.token == nil || intent != nil ? [] : updates.filter { $0.intent?.token == charge.token }
            if others.contains(where: { $0.phase == .restore && latest[$0.transaction.id]?.intent != nil }) { continue }
            // What is owned answers every payment for it: whichever is told first stands in the ledger.
            guard recorded.transaction.productType == .consumable || recorded.transaction.productType == .nonRenewable
            else {
                // So does the present period answer a downgrade.
                let isDowngrade = charge.productID == "gold" && intent?.productID == "silver"
                expect(
                    charge.token == nil || intent?.productID == charge.productID || isDowngrade,
                    "M3: no payment is known for \(charge)")
                continue
            }
            let phase = updates.first { $0.transaction.id == charge.transactionID }?.phase
            // What was bought elsewhere may be taken for that of a payment whose end is unknown: by a restore, until another
            // transaction names that payment, and by anything that names none, if that payment was never charged.
            let isGuess = phase == .restore || intent.map { !charged.contains($0.token) } == true
            if charge.token == nil, isGuess || recorded.intent == nil { continue }
            let (payment, reported) = (charge.token?.description ?? "none", intent?.token.description ?? "none")
            expect(
                intent?.token == charge.token,
                "M3: \(charge.transactionID) belongs to payment \(payment), the ledger says \(reported) (\(phase as Any))"
            )
            guard let request = intent?.request else { continue }
            expect(
                request.quantity == charge.quantity && request.appAccountToken == recorded.transaction.appAccountToken,
                "M4: \(charge.transactionID) has another payment's particulars")
        }
    }

    private mutating func checkEntitlements(_ entitlements: StoreEntitlements) async {
        let remaining = await world.appStore.transactions.filter { $0.revocationTime == nil }
        var balances: [String: Int] = [:]
        for transaction in await world.appStore.transactions where transaction.productType == .consumable {
            balances[transaction.productID, default: 0] += ShopBook.remaining(of: transaction)
        }
        balances = balances.filter { $0.value != 0 }
        let counted = entitlements.purchasedQuantities.filter { $0.value != 0 }
        expect(counted == balances, "D2: the balances are \(counted), the account says \(balances)")
        // Without tokens what is owned is bought again as copies, and which of them counts is a matter of taste.
        guard scenario.echoesTokens else { return }
        let owned = Set(
            remaining.filter { $0.productType == .nonConsumable || $0.productType == .nonRenewable }.map(\.productID))
        let shown = Set(entitlements.active.filter { $0.subscription == nil }.map(\.productID))
        expect(shown == owned, "E2: owned are \(shown.sorted()), the account says \(owned.sorted())")
    }
}

extension StoreTransaction {
    /// Whether nothing but the date of the description differs.
    fileprivate func saysTheSame(as other: StoreTransaction) -> Bool {
        var mine = fields
        var its = other.fields
        mine.signedTime = nil
        its.signedTime = nil
        // A whole refund may name its percentage or not.
        if mine.revocationType == .fullRefund { mine.revocationPercentage = mine.revocationPercentage ?? 100 }
        if its.revocationType == .fullRefund { its.revocationPercentage = its.revocationPercentage ?? 100 }
        return mine == its
    }
}

extension BackendTransaction {
    /// Whether it names nothing that decides at once which payment asked for it.
    fileprivate var mayWait: Bool {
        switch origin {
        case .other(nil): restoredToken == nil
        case .elsewhere: true
        case .payment, .restore, .other: false
        }
    }

    /// Whether an update can be what this brought: a payment is answered by its own answer only, and a restore by its own
    /// report, not by one that tells the same transaction just before.
    fileprivate func mayCause(_ update: StoreUpdate) -> Bool {
        guard transaction == update.transaction else { return false }
        switch (update.phase, origin) {
        case (.complete, _), (.restore, .restore): return true
        case (.restore, _), (.payment, .elsewhere): return false
        // By whatever way it came, it answers a payment that waits and that it names.
        case (.payment, .payment(let token)): return token == nil || token == update.intent?.token
        case (.payment, .other(let token)): return (token ?? restoredToken) == update.intent?.token
        case (.payment, .restore): return restoredToken == update.intent?.token
        }
    }
}
