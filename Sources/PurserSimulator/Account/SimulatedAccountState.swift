import Purser

/// The account that buys, as a value: what it is asked at a moment decides what it says.
///
/// It imports nothing but the model; the time comes in as an argument. Its answers are the events to tell, in order.
/// Each payment of a known token is one payment, however often it is handed in.
struct SimulatedAccountState: Sendable {
    /// What is kept.
    var book: AccountBook
    /// What is sold, and how the store behaves.
    var catalog: SimulatorCatalog
    /// Whether payments are known by their tokens; if not the account behaves like StoreKit 1.
    let echoesTokens: Bool
    /// Whether this customer may pay at all.
    var canMakePayments = true
    /// What happens to the next purchases, first come first served.
    var scripts: [PurchaseScript] = []
    /// Requests that no correct caller makes, in words.
    var violations: [String] = []

    /// Identifiers have 13 digits, so that they fit into a string without storage of its own.
    static let firstTransactionNumber = 2_000_000_000_001
    static let firstFailedNumber = 1_000_000_000_001

    init(catalog: SimulatorCatalog, echoesTokens: Bool = true, book: AccountBook = AccountBook()) {
        self.book = book
        self.catalog = catalog
        self.echoesTokens = echoesTokens
        if let storefront = book.storefront { self.catalog.move(to: storefront) }
    }

    /// Payments were handed in: takes them in order and says what came of each.
    mutating func paymentsSubmitted(_ payments: [PaymentIntent], at now: Timestamp) -> [BackendEvent] {
        var events: [BackendEvent] = []
        events.reserveCapacity(payments.count)
        book.records.reserveCapacity(roundedUp: book.records.count + payments.count)
        for payment in payments { submitted(payment, at: now, &events) }
        return events
    }

    /// The app finished transactions: the error of each that it could not finish.
    mutating func finished(_ ids: [String]) -> [String: BackendError] {
        var errors: [String: BackendError] = [:]
        for id in ids {
            if let error = finishedOne(id) { errors[id] = error }
        }
        return errors
    }

    /// All that waits to be finished, oldest first.
    mutating func unfinished() -> [BackendEvent] {
        var events: [BackendEvent] = []
        events.reserveCapacity(book.unfinishedCount + book.failed.count)
        if book.unfinishedCount > 0 {
            for index in book.records.indices where !book.records[index].isFinished {
                events.append(told(index, .other(book.records[index].token)))
            }
        }
        for (number, failed) in book.failed.sorted(by: { $0.key < $1.key }) {
            events.append(.paymentEnded(ending(failed, number: number, isLeftOver: true)))
        }
        return events
    }

    /// A restore was asked for: all that is owned and not revoked, then its end.
    mutating func restoreRequested(_ id: RestoreID) -> [BackendEvent] {
        if let error = catalog.settings.failures.restore { return [.restoreEnded(id, error)] }
        var events: [BackendEvent] = []
        for index in book.records.indices {
            let transaction = book.records[index].transaction
            guard transaction.productType != .consumable, transaction.revocationTime == nil else { continue }
            // StoreKit 1 gave copies when an owned product was bought again; the first one stands for all.
            guard book.records[index].isCharged else { continue }
            events.append(told(index, .restore(id)))
        }
        events.append(.restoreEnded(id, nil))
        return events
    }

    /// The place of a transaction; `nil` when the account has none of this identifier.
    func index(of id: String) -> Int? {
        guard let number = Int(id) else { return nil }
        let index = number - Self.firstTransactionNumber
        guard book.records.indices.contains(index), book.records[index].transaction.id == id else { return nil }
        return index
    }

    /// The event that tells the transaction at `index` in its present state.
    mutating func told(_ index: Int, _ origin: BackendTransaction.Origin) -> BackendEvent {
        var verification = BackendTransaction.Verification.verified
        if let reason = catalog.settings.failures.verification { verification = .unverified(reason) }
        let isUnverified = verification != .verified
        if book.records[index].wasToldUnverified != isUnverified {
            book.records[index].wasToldUnverified = isUnverified
        }
        return .transaction(
            BackendTransaction(
                book.records[index].transaction, origin: origin, needsFinish: !book.records[index].isFinished,
                verification: verification, restoredToken: book.records[index].token))
    }

    private mutating func finishedOne(_ id: String) -> BackendError? {
        if let index = index(of: id) {
            guard !book.records[index].isFinished else { return nil }
            if book.records[index].wasToldUnverified {
                violations.append("finished transaction \(id), whose signature is not valid")
                return BackendError(.verificationFailed, "transaction \(id) is not verified and cannot be finished")
            }
            book.records[index].isFinished = true
            book.unfinishedCount -= 1
            return nil
        }
        if let number = Int(id), (0..<book.failedCount).contains(number - Self.firstFailedNumber) {
            book.failed[number] = nil
            return nil
        }
        violations.append("finished transaction \(id), which does not exist")
        return BackendError(
            .unknownTransaction, "this account has no transaction \(id); finish only what the store delivered")
    }
}

extension Array {
    /// Makes room as appending would, at least doubled, so that many small calls stay linear.
    fileprivate mutating func reserveCapacity(roundedUp needed: Int) {
        if needed > capacity { reserveCapacity(Swift.max(needed, capacity * 2)) }
    }
}
