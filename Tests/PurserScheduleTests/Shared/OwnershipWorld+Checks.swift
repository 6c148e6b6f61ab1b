import Foundation
import Purser
import PurserSimulator
import PurserTesting

// What is compared: the book of the calls, the App Store's own list, and what the store shows.
extension OwnershipWorld {
    /// The payment of an update is the user's own, fits, was made, and is not younger than the purchase.
    func checkContext(_ update: StoreUpdate, _ user: UUID, _ progress: Int) {
        guard let call = update.context["call"] else { return }
        let id = update.transaction.id
        let (payment, isOrderly) = truth.withLock { truth in
            let payment = truth.payments[call]
            return (payment, payment.map { $0.launch == progress || truth.orderlyLaunches.contains($0.launch) } ?? true)
        }
        guard let payment else { return found(.foreignContext, "\(id) has the unknown context \(call)") }
        if payment.user != user {
            found(.foreignContext, "\(id) of \(name(user)) has the context \(call) of \(name(payment.user))")
        }
        if leavers.withLock({ $0.wasForgotten(user, since: payment.time) }) {
            found(.notForgotten, "\(id) of \(name(user)) has \(call)")
        }
        let transaction = update.transaction
        if transaction.productType == .consumable,
            transaction.productID != payment.productID || transaction.purchasedQuantity != payment.quantity
        {
            found(.wrongTerms, "\(id) has the context \(call) of \(payment.quantity) \(payment.productID)")
        }
        // On a disk that fails it may not be on record that a payment was withdrawn.
        if !payment.wasSubmitted, isOrderly, scenario.storageFailures == 0 {
            found(.withdrawnContext, "\(id) has \(call)")
        }
        let bought = Timestamp(transaction.purchaseDate)
        // Of what a user had who was forgotten only the dates say that it is older, with a tolerance.
        let tolerance = leavers.withLock(\.forgotten).isEmpty ? Duration.zero : .seconds(300)
        if transaction.productType == .consumable, let seen = payment.seen, bought.advanced(by: tolerance) < seen,
            bought < payment.time.advanced(by: .seconds(-300))
        {
            found(.oldTransaction, "\(id), bought \(transaction.purchaseDate), joined \(call)")
        }
    }

    /// A purchase that the app finishes by itself is not granted, where it finds its payment, which says so.
    func checkManual(_ update: StoreUpdate, _ user: UUID) {
        let (wasRefunded, payments) = truth.withLock { truth in
            (
                truth.refunded.contains(update.transaction.id),
                truth.payments.values.filter { $0.asked(for: update.transaction, user) }.count
            )
        }
        // Where only some reports name their payment, one that does not may have been given another's.
        let isGivenAway = scenario.unnamedPayments > 0 && payments > 1
        guard scenario.keepsPayments(wasRefunded: wasRefunded), !isGivenAway else { return }
        found(.manualGranted, "\(update.transaction.id) of \(name(user))")
    }

    /// What was bought and revoked in a user's absence was not granted, so it is not revoked either.
    func checkRevoke(_ update: StoreUpdate, _ user: UUID) {
        // StoreKit 1 makes copies, which have no price, and the purchase itself was granted.
        guard scenario.hasGrant, update.transaction.price != nil else { return }
        let purchase = OwnershipBook.Purchase(update.transaction)
        let (bought, recorded) = (Timestamp(update.transaction.purchaseDate), Timestamp(update.recordedAt))
        guard !book.withLock({ $0.calls(for: purchase) }).contains(where: { $0.call == .grant && $0.user == user }),
            !visits.withLock({ $0.wasThere(user, from: bought, to: recorded) })
        else { return }
        found(.neverBegun, "\(purchase) of \(name(user)), bought \(bought), revoked \(recorded)")
    }

    // MARK: Settling

    /// Lets each user come, with nothing in the way, until nothing is left to do; then reads what each is shown.
    func settle(_ store: PurchaseStore, _ appStore: EmbeddedAppStore, _ progress: Int) async {
        isCalm.withLock { $0 = true }
        machine.calm()
        await appStore.setFaults(.none)
        await appStore.setOnline(true)
        note("settling")
        try? await appStore.approveAll()
        await leaveAtLast(store, progress)
        for round in 0..<3 {
            for user in users {
                do {
                    note("round \(round) of \(name(user))")
                    try await name(.user(user), in: store)
                    try await store.waitUntilReady()
                    await rest(store)
                    if round == 2 { await read(store, user) }
                } catch {
                    found(.session, "\(name(user)) cannot be named: \(error)")
                }
            }
        }
        await look(appStore)
    }

    private func rest(_ store: PurchaseStore) async {
        for _ in 0..<3 {
            try? await context.sleep(for: .seconds(600))
            for letter in await store.deadLetters() {
                if letter.step == nil { found(.deadLetter, "\(letter)") }
                try? await store.releaseDeadLetter(letter.update.transaction.id)
            }
            for purchase in await store.unfinished() where purchase.needsFinish { try? await purchase.finish() }
        }
    }

    private func read(_ store: PurchaseStore, _ user: UUID) async {
        let entitlements = store.entitlements
        var reading = OwnershipReading()
        reading.active = Set(entitlements.active.map(\.productID))
        reading.balances = entitlements.purchasedQuantities.filter { $0.value != 0 }
        readings.withLock { $0[user] = reading }
    }

    // MARK: Comparing

    func compare(_ appStore: EmbeddedAppStore) async {
        let unfinished = Set(await appStore.unfinishedTransactions.map(OwnershipBook.Purchase.init))
        let (book, truth) = (book.withLock { $0 }, truth.withLock { $0 })
        // An account that was reset, or is another environment's, does not know what the ledger may finish once more.
        for violation in await appStore.violations where scenario.environments == 1 && !scenario.resets {
            found(.objection, violation)
        }
        for finding in book.findings { found(finding.rule, finding.words) }
        for update in scenario.isExact ? book.grantedAgain : [] { found(.grantedTwice, "\(update)") }
        let transactions = await appStore.transactions
        for transaction in transactions {
            let purchase = OwnershipBook.Purchase(transaction)
            if let former = truth.former(purchase) {
                // A copy of a purchase may be on record under the identifier of that; and who was forgotten may have had it.
                let isKnown = former.price != nil && leavers.withLock(\.forgotten).isEmpty
                if isKnown, !book.calls(for: purchase).isEmpty { found(.identity, "\(purchase) was delivered") }
                continue
            }
            if unfinished.contains(purchase) { found(.unfinished, described(transaction)) }
            guard scenario.hasGrant, !scenario.isManual(transaction.productID) else { continue }
            compare(transaction, purchase, book, truth)
        }
        if scenario.hasGrant, scenario.hasRevoke {
            compareShown(
                transactions, book, in: await appStore.settings.environment == .sandbox ? "sandbox" : "")
        }
        if scenario.contextsAreSure { compareContexts(book) }
    }

    private func compare(
        _ transaction: StoreTransaction, _ purchase: OwnershipBook.Purchase, _ book: OwnershipBook,
        _ truth: OwnershipTruth
    ) {
        let remaining = ShopBook.remaining(of: transaction)
        let holders = book.holders(of: purchase)
        let words = described(transaction) + ", held by \(held(purchase, book))"
        if scenario.hasRevoke {
            if remaining == 0, !holders.isEmpty { return found(.notRevoked, words) }
            if holders.count > 1 { return found(.heldByTwo, words) }
        }
        guard remaining > 0 else { return }
        let isForgotten = wasForgotten(transaction, book, truth)
        guard let holder = holders.first else {
            if isForgotten { return }
            // StoreKit 1 answers who buys what is owned with a copy, which has no price; whoever was granted that has the purchase.
            let isShared = transaction.price == nil || book.isGrantedAsCopy(transaction)
            return isShared ? () : found(.lost, words)
        }
        if scenario.hasRevoke, book.units(of: purchase, for: holder) != remaining { found(.wrongUnits, words) }
        guard scenario.hasRevoke, transaction.price != nil, !isForgotten else { return }
        compareHolder(holder, transaction, purchase, words, book, truth)
    }

    /// The holder is who was named or paid and, where the policy moves it, who was named last.
    private func compareHolder(
        _ holder: UUID, _ transaction: StoreTransaction, _ purchase: OwnershipBook.Purchase, _ words: String,
        _ book: OwnershipBook, _ truth: OwnershipTruth
    ) {
        let names = truth.names(of: purchase)
        let moves = scenario.policy == .move && transaction.productType != .consumable
        let first = truth.firstHolders(transaction, scenario)
        if let first, !first.contains(holder) { found(.wrongHolder, words) }
        if moves, truth.wasRenamed(purchase), scenario.unnamedAccounts == 0, let last = names.first, last != holder {
            found(.moveLost, words)
        }
        guard !moves, scenario.unnamedAccounts == 0 else { return }
        // Whose payment is answered with what named nobody has asked for it, as far as anybody can know.
        if truth.wasNameless(purchase), truth.payments.values.contains(where: { $0.asked(for: transaction, holder) }) {
            return
        }
        let granted = Set(book.calls(for: purchase).filter { $0.call == .grant }.map(\.user))
        if granted.count > 1 { found(.holderChanged, "\(words), was granted to \(granted.map { name($0) }.sorted())") }
    }

    private func compareContexts(_ book: OwnershipBook) {
        var purchases: [String: Set<OwnershipBook.Purchase>] = [:]
        for entry in book.entries where entry.update.transaction.productType == .consumable {
            guard let call = entry.update.context["call"] else { continue }
            purchases[call, default: []].insert(entry.purchase)
        }
        for (call, purchases) in purchases.sorted(by: { $0.key < $1.key }) where purchases.count > 1 {
            found(.contextTwice, "\(call): \(purchases.map(\.description).sorted())")
        }
    }

    /// Entitlements and balances are what the user's shop holds.
    private func compareShown(_ transactions: [StoreTransaction], _ book: OwnershipBook, in environment: String) {
        let (all, unclear) = truth.withLock { truth in
            (Array(truth.past.values) + transactions, truth.copied.union(truth.refundedNamesakes(in: transactions)))
        }
        for user in users {
            guard let reading = readings.withLock({ $0[user] }) else { continue }
            var (balances, active): ([String: Int], Set<String>) = ([:], [])
            // Shown is what counts in the environment of this App Store.
            let held = book.held(by: user).filter { $0.key.environment == environment }
            for transaction in book.entries.map(\.update.transaction) + all {
                guard let count = held[OwnershipBook.Purchase(transaction)], count > 0 else { continue }
                if transaction.productType == .nonConsumable { active.insert(transaction.productID) }
            }
            var counted: Set<OwnershipBook.Purchase> = []
            for entry in book.entries where entry.update.transaction.productType == .consumable {
                guard let count = held[entry.purchase], counted.insert(entry.purchase).inserted else { continue }
                balances[entry.update.productID, default: 0] += count
            }
            let shown = reading.balances.filter { !scenario.isManual($0.key) }
            if balances.filter({ !scenario.isManual($0.key) }) != shown {
                found(.balance, "\(name(user)) is shown \(shown), and holds \(balances)")
            }
            // What a copy of a purchase gives is not compared, nor what a subscription gives at this moment.
            let others = unclear.union(["gold", "silver"])
            let owned = reading.active.subtracting(others)
            if owned != active.subtracting(others) {
                found(.entitlements, "\(name(user)) is shown \(owned.sorted()), and holds \(active.sorted())")
            }
        }
    }

    /// What was read at one time is one user's, by the records of each.
    func compareSights() throws {
        // Of a machine that died some records may be lost; after a reset an identifier stands for several purchases.
        guard scenario.environments == 1, !scenario.resets, !scenario.dies, !scenario.hasLeavers else { return }
        let storage = machine.storage(launch: launch.withLock { $0 })
        var recorded: [UUID: Set<String>] = [:]
        for user in users {
            try storage.load(.user(UserID(user))) { record in
                switch record {
                case .update(let update, _), .piece(.transaction(let update, _, _)):
                    recorded[user, default: []].insert(update.transaction.id)
                default: break
                }
            }
        }
        for sight in sights.withLock({ $0 }) {
            let owners = users.filter { sight.ids.isSubset(of: recorded[$0] ?? []) }
            guard sight.account.map({ account in owners.contains { .user($0) == account } }) ?? !owners.isEmpty else {
                found(.shownToAnother, "\(sight.what) of \(name(sight.account?.userID)): \(sight.ids.sorted())")
                continue
            }
        }
    }

    private func held(_ purchase: OwnershipBook.Purchase, _ book: OwnershipBook) -> String {
        let held = users.map { "\(name($0)) \(book.units(of: purchase, for: $0))" }
        return held.joined(separator: ", ")
    }

    private func described(_ transaction: StoreTransaction) -> String {
        let names = truth.withLock { $0.names(of: OwnershipBook.Purchase(transaction)) }.reversed().map { name($0) }
        let revoked = transaction.revocationPercentage.map { ", \($0) % refunded" } ?? ""
        return "\(transaction.id) of \(transaction.purchasedQuantity) \(transaction.productID)\(revoked), "
            + "stands for \(ShopBook.remaining(of: transaction)), names \(names)"
    }
}
