package import Purser

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// The access of Apple's server to a customer's account; the module `PurserSigning` has such a server.
///
/// Each step runs in the App Store's isolation, after all due events. The server is an additional device of the
/// account: it gets new and changed transactions, and finishes transactions for the first device.
package struct ServerAccess: Sendable {
    /// A transaction that is new or has changed, by its place in the account.
    package struct Change: Sendable, Hashable {
        /// Its place.
        package var place: Int
        /// The time of its current state.
        package var time: Timestamp
    }

    /// The number of the server's device.
    private let device: Int
    /// The number of transactions and the date of the first one, which differ after the account was reset.
    private var seen: (count: Int, first: Timestamp?)

    /// Begins to read an account: all its transactions count as changed, and notifications are recorded from now on.
    package init(of store: isolated EmbeddedAppStore) {
        store.startNotifications(for: .server)
        device = store.kept.state.journal.devices.count
        var queue = DeviceQueue()
        let transactions = store.kept.state.book.transactions
        queue.expectAll(of: transactions)
        seen = (transactions.records.count, transactions.firstPurchaseTime)
        store.kept.state.journal.devices.append(queue)
    }

    /// Returns the transactions that are new or changed since the last call, in the order of their changes.
    ///
    /// - Returns: `nil` if the account was reset, so that a new access must begin.
    package mutating func takeChanges(of store: isolated EmbeddedAppStore) -> [Change]? {
        let account = store.caughtUp
        let (count, first) = (account.book.transactions.records.count, account.book.transactions.firstPurchaseTime)
        guard device < account.journal.devices.count, account.journal.devices[device].isActive, count >= seen.count,
            seen.first == nil || first == seen.first
        else { return nil }
        seen = (count, first)
        guard account.journal.devices[device].hasChanges(ofStatus: true) else { return [] }
        let places = store.kept.state.journal.devices[device].takeUnreported(.max).places
        store.kept.state.journal.devices[device].others = []
        store.kept.state.journal.devices[device].touched = []
        return places.map { place in
            let transaction = account.book.transactions[place].transaction
            return Change(place: place, time: transaction.signedTime ?? transaction.purchaseTime)
        }.sorted { ($0.time, $0.place) < ($1.time, $1.place) }
    }

    /// Returns the notifications since the last call, in the order of their events; a test gets them as well.
    package func takeNotifications(of store: isolated EmbeddedAppStore) -> [ServerNotification] {
        store.takeNotifications(for: .server)
    }

    /// The transaction at a place; `nil` if it was deleted.
    package func transaction(at place: Int, of store: isolated EmbeddedAppStore) -> StoreTransaction? {
        let transactions = store.kept.state.book.transactions
        return transactions.contains(place: place) && !transactions.isDeleted(place)
            ? transactions[place].transaction : nil
    }

    /// Whether the app has finished the transaction at a place in its present state.
    package func isFinished(_ place: Int, of store: isolated EmbeddedAppStore) -> Bool {
        store.kept.state.book.transactions.isFinished(place)
    }

    /// A transaction by its identifier; `nil` if the account has none.
    package func transaction(_ id: String, of store: isolated EmbeddedAppStore) -> StoreTransaction? {
        let account = store.caughtUp
        return account.book.transactions.index(of: id).map { account.book.transactions[$0].transaction }
    }

    /// The customer's app transaction.
    package func appTransaction(of store: isolated EmbeddedAppStore) -> StoreAppTransaction {
        let account = store.caughtUp
        return account.catalog.settings.appTransaction(
            since: account.book.transactions.firstPurchaseTime, at: store.clock.timestamp())
    }

    /// Finishes a transaction in its current state, on all devices; a finished one stays unchanged.
    ///
    /// - Throws: `BackendFailure` with `.unknownTransaction`; with `.systemError` if the account cannot be written.
    package func finish(_ id: String, of store: isolated EmbeddedAppStore) throws(BackendFailure) {
        try store.catchUp()
        let place = try store.kept.state.book.transactions.known(id)
        if let error = try store.change({ $0.finished([id]) })[id] { throw error }
        store.kept.state.journal.devices.finish(place)
    }

    /// Requests a refund for the customer, which is decided later: renewal is switched off, and `CONSUMPTION_REQUEST`
    /// is recorded where it applies.
    ///
    /// - Throws: `BackendFailure` with `.unknownTransaction`.
    package func requestRefund(of id: String, in store: isolated EmbeddedAppStore) throws {
        try store.act { try $0.refundRequested(id, isDeclined: false, at: $1) }
    }

    /// Declines a requested refund: `REFUND_DECLINED` is recorded.
    ///
    /// - Throws: `BackendFailure` with `.unknownTransaction`.
    package func declineRefund(of id: String, in store: isolated EmbeddedAppStore) throws {
        try store.act { account, now in
            account.journal.notice(.refundDeclined, of: try account.book.transactions.known(id), at: now)
            return []
        }
    }

    /// The offset of the account's identifiers: two customers must not have the same identifiers.
    package static func identifierBase(of store: isolated EmbeddedAppStore) -> Int {
        store.kept.state.book.transactions.identifierBase
    }
}

extension DeviceQueue {
    /// Marks all transactions as changed.
    fileprivate mutating func expectAll(of transactions: AccountTransactions) {
        if !transactions.records.isEmpty { renewed(0..<transactions.records.count) }
        let first = AccountTransactions.renewalPlace
        if transactions.renewals.count > 0 { renewed(first..<first + transactions.renewals.count) }
        activate(subscriptions: [])
    }
}

extension ServerNotification {
    /// Returns the notification with another identifier, for a server of several accounts with their own numbers.
    package func numbered(_ id: UUID) -> ServerNotification {
        ServerNotification(
            id: id, type: type, subtype: subtype, date: date, transaction: transaction, renewalInfo: renewalInfo,
            state: state, consumptionRequestReason: consumptionRequestReason, summary: summary,
            appTransaction: appTransaction, externalPurchaseToken: externalPurchaseToken, app: app,
            environment: environment)
    }

    /// Makes a notification about no customer: a test, or the summary of an extension for all subscribers.
    ///
    /// - Parameters:
    ///   - summary: the summary; `nil` for a test.
    ///   - app: the app.
    ///   - environment: the environment of the app.
    package init(
        summary: Summary?, id: UUID, date: Date, app: SimulatedApp, environment: StoreEnvironment
    ) {
        self.init(
            id: id, type: summary == nil ? "TEST" : "RENEWAL_EXTENSION", subtype: summary == nil ? nil : "SUMMARY",
            date: date, transaction: nil, renewalInfo: nil, state: nil, consumptionRequestReason: nil,
            summary: summary, appTransaction: nil, externalPurchaseToken: nil, app: app, environment: environment)
    }
}

extension ServerNotification.Summary {
    /// Makes the summary of an extension over all customers.
    ///
    /// - Parameter parts: the summaries of the customers.
    package init(
        requestIdentifier: String, productID: String, storefrontCountryCodes: [String], parts: [Self]
    ) {
        self.requestIdentifier = requestIdentifier
        self.productID = productID
        self.storefrontCountryCodes = storefrontCountryCodes
        succeededCount = parts.reduce(0) { $0 + $1.succeededCount }
        failedCount = parts.reduce(0) { $0 + $1.failedCount }
    }
}
