import Purser

/// The account of the customer who buys, as a value that decides what the App Store answers.
///
/// It imports nothing but Purser, and the caller passes in the time. Its answers are the events to report, in order. A
/// payment whose token is known counts once, however often it is submitted.
struct SimulatedAccountState: Sendable {
    /// What is kept.
    var book: AccountBook
    /// What is sold, and how the store behaves.
    var catalog: SimulatorCatalog
    /// Whether transactions carry the tokens of their payments.
    ///
    /// If not, the account behaves like StoreKit 1.
    let echoesTokens: Bool
    /// Whether restores and interruptions are as in StoreKit 1.
    var followsStoreKit1 = false
    /// Whether this customer may pay at all.
    var canMakePayments = true
    /// What happens to the next purchases, in this order.
    var scripts: [PurchaseScript] = []
    /// Descriptions of requests that no correct caller makes.
    var violations: [String] = []
    /// What is due some day.
    var agenda = Agenda()
    /// The lines that have changed and were not told since.
    var touched: Set<LineID> = []
    /// The customer's other devices.
    var devices: [DeviceQueue] = []
    /// The renewals that are to be told, by their index.
    var untoldRenewals = IndexRanges()
    /// What the app's server is to be told; `nil` where nobody wants it.
    var notices: [ServerNotification]?
    /// How many notifications there ever were.
    var noticeCount = 0
    /// Who checks what proves an offer; `nil` where only its form is looked at.
    var offerChecker: (any OfferChecking)?

    /// Identifiers have 13 digits, so that they fit into a string without storage of its own.
    ///
    /// Those of transactions begin here where nobody says where, those of renewals and line items as far behind it.
    static let firstTransactionNumber = 2_000_000_000_001
    static let firstFailedNumber = 1_000_000_000_001

    init(catalog: SimulatorCatalog, echoesTokens: Bool = true, book: AccountBook = AccountBook()) {
        self.book = book
        self.catalog = catalog
        self.echoesTokens = echoesTokens
        if let storefront = book.storefront { self.catalog.move(to: storefront) }
        makeAgenda()
    }

    /// Payments were handed in: takes them in order and says what came of each.
    mutating func paymentsSubmitted(_ payments: [BackendPayment], at now: Timestamp) -> [BackendEvent] {
        var events: [BackendEvent] = []
        events.reserveCapacity(payments.count)
        book.records.reserveCapacity(roundedUp: book.records.count + payments.count)
        for payment in payments { submitted(payment, at: now, &events) }
        return events
    }

    /// Finishes transactions for the app.
    ///
    /// - Returns: by identifier, the errors of those that cannot be finished.
    mutating func finished(_ ids: [String]) -> [String: BackendError] {
        var errors: [String: BackendError] = [:]
        for id in ids {
            if let error = finishedOne(id) { errors[id] = error }
        }
        return errors
    }

    /// The events of all transactions but renewals that wait to be finished, oldest first.
    mutating func unfinished() -> [BackendEvent] {
        var events: [BackendEvent] = []
        events.reserveCapacity(book.unfinishedCount + book.failed.count)
        if book.unfinishedCount > book.renewals.unfinishedCount {
            for index in book.records.indices where !book.records[index].isFinished {
                events.append(reported(index, otherOrigin(of: index)))
            }
        }
        for (number, failed) in book.failed.all.sorted(by: { $0.key < $1.key }) {
            events.append(.paymentEnded(ending(failed, number: number, isLeftOver: true)))
        }
        return events
    }

    /// The events of a restore: all transactions that are owned and not revoked, then those that are revoked and that a new device
    /// has to know, then the end of the restore.
    mutating func restoreRequested(_ id: RestoreID) -> [BackendEvent] {
        if let error = catalog.settings.failures.restore { return [.restoreEnded(id, error)] }
        var events: [BackendEvent] = []
        for index in book.records.indices {
            let transaction = book.records[index].transaction
            guard transaction.productType != .consumable, transaction.revocationTime == nil, !book.isDeleted(index)
            else { continue }
            // StoreKit 1 made copies when an owned product was bought again. Only the first one is restored.
            guard book.records[index].isCharged || transaction.ownershipType != .purchased else { continue }
            events.append(reported(index, .restore(id)))
        }
        // Of the renewals the latest of each line: the others give nothing that it does not.
        for place in book.allLines.flatMap(\.places) where place >= AccountBook.renewalPlace {
            guard book[place].transaction.revocationTime == nil else { continue }
            events.append(reported(place, .restore(id)))
        }
        for place in revokedToKnow { events.append(reported(place, otherOrigin(of: place))) }
        events.append(.restoreEnded(id, nil))
        return events
    }

    /// The places of revoked transactions that a new device has to know: present periods, and used introductory offers.
    ///
    /// Nobody gets them back, so they are no part of what is restored.
    private var revokedToKnow: [Int] {
        let introduced =
            book.allLines.isEmpty
            ? []
            : book.records.indices.filter {
                book.records[$0].transaction.offer?.type == .introductory
            }
        return Set(introduced + book.allLines.flatMap(\.places)).sorted().filter {
            book[$0].transaction.revocationTime != nil && !book.isDeleted($0)
        }
    }

    /// The place of a transaction; `nil` when the account has none with this identifier, or it was deleted.
    func index(of id: String) -> Int? {
        guard let place = place(of: id), !book.isDeleted(place) else { return nil }
        return place
    }

    /// The same, also of a transaction that was deleted.
    func place(of id: String) -> Int? {
        let first = Self.firstTransactionNumber + book.identifierBase
        guard let number = Int(id), number >= first else { return nil }
        let place = number - first
        // Another spelling of the number is another identifier.
        return book.contains(place: place) && self.id(of: place) == id ? place : nil
    }

    /// Why a transaction is told that answers nobody: who asked for it, where that is known.
    func otherOrigin(of index: Int) -> BackendTransaction.Origin {
        guard echoesTokens else { return .other(nil) }
        guard index < AccountBook.renewalPlace, let token = book.records[index].token, isOwn(token) else {
            return .elsewhere
        }
        return .other(token)
    }

    /// The event that tells the transaction at `index` in its present state.
    mutating func reported(_ index: Int, _ origin: BackendTransaction.Origin) -> BackendEvent {
        let isUnverified = verification != .verified
        if book.wasReportedUnverified(index) != isUnverified { book[index].wasReportedUnverified = isUnverified }
        let record = book[index]
        return .transaction(
            BackendTransaction(
                record.transaction, origin: origin, needsFinish: !record.isFinished, verification: verification,
                restoredToken: isOwn(record.token) ? record.token : nil))
    }

    /// What the platform says of signatures.
    var verification: BackendTransaction.Verification {
        if let reason = catalog.settings.failures.verification { .unverified(reason) } else { .verified }
    }

    /// Why a transaction cannot be finished that the account does not have.
    mutating func unknownFinish(_ id: String) -> BackendError {
        violations.append("finished transaction \(id), which does not exist")
        return BackendError(
            .unknownTransaction, "This account has no transaction \(id). Finish only what the store delivered.")
    }

    private mutating func finishedOne(_ id: String) -> BackendError? {
        // To finish what was deleted meanwhile is harmless: it counts as finished.
        if let index = place(of: id) {
            guard !book.isFinished(index) else { return nil }
            if book.wasReportedUnverified(index) {
                violations.append("finished transaction \(id), whose signature is not valid")
                return BackendError(.verificationFailed, "Transaction \(id) is not verified and cannot be finished.")
            }
            if book.finish(index) { book.unfinishedCount -= 1 }
            return nil
        }
        if let number = Int(id), book.failedNumbers.contains(number) {
            book.failed[number] = nil
            return nil
        }
        return unknownFinish(id)
    }
}
