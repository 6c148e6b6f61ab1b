package import Purser

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// What Apple's server reads in a customer's account and changes there; the module `PurserSigning` has such a server.
///
/// Each step runs inside the App Store's isolation, after everything has happened that is due by then. The server is one more
/// device of the account: it learns which transactions are new or have changed, and finishes for the first device.
package struct ServerAccess: Sendable {
    /// A transaction that is new or has changed, by its place in the account.
    package struct Change: Sendable, Hashable {
        /// Its place.
        package var place: Int
        /// When it took its present state.
        package var time: Timestamp
    }

    /// The number of the device that stands for the server.
    private let device: Int
    /// How many transactions there were, and when the first one was bought: an account that was reset has others.
    private var seen: (count: Int, first: Timestamp?)

    /// Begins to read an account: all its transactions count as changed, and notifications are noted from now on.
    package init(of store: isolated EmbeddedAppStore) {
        store.startNotifications()
        device = store.kept.state.journal.devices.count
        var queue = DeviceQueue()
        let transactions = store.kept.state.book.transactions
        queue.expectAll(of: transactions)
        seen = (transactions.records.count, transactions.firstPurchaseTime)
        store.kept.state.journal.devices.append(queue)
    }

    /// The transactions that are new or have changed since the last call, the one that changed first in front.
    ///
    /// - Returns: `nil` when the account was reset, so that another one has to begin.
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

    /// The transaction at a place; `nil` when it was deleted.
    package func transaction(at place: Int, of store: isolated EmbeddedAppStore) -> StoreTransaction? {
        let transactions = store.kept.state.book.transactions
        return transactions.contains(place: place) && !transactions.isDeleted(place)
            ? transactions[place].transaction : nil
    }

    /// Whether the app has finished the transaction at a place in its present state.
    package func isFinished(_ place: Int, of store: isolated EmbeddedAppStore) -> Bool {
        store.kept.state.book.transactions.isFinished(place)
    }

    /// A transaction by its identifier; `nil` when the account has none.
    package func transaction(_ id: String, of store: isolated EmbeddedAppStore) -> StoreTransaction? {
        let account = store.caughtUp
        return account.book.transactions.index(of: id).map { account.book.transactions[$0].transaction }
    }

    /// The customer's copy of the app.
    package func appTransaction(of store: isolated EmbeddedAppStore) -> StoreAppTransaction {
        let account = store.caughtUp
        return account.catalog.settings.appTransaction(
            since: account.book.transactions.firstPurchaseTime, at: store.clock.timestamp())
    }

    /// Finishes a transaction in its present state, on all devices; what is finished already stays so.
    ///
    /// - Throws: `BackendError` with `.unknownTransaction`, and with `.systemError` when the account cannot be written.
    package func finish(_ id: String, of store: isolated EmbeddedAppStore) throws(BackendError) {
        try store.catchUp()
        let place = try store.kept.state.book.transactions.known(id)
        if let error = try store.change({ $0.finished([id]) })[id] { throw error }
        store.kept.state.journal.devices.finish(place)
    }

    /// The customer asks for a refund, which is decided later: renewal is switched off, and of what can be used up
    /// `CONSUMPTION_REQUEST` is noted.
    ///
    /// - Throws: `BackendError` with `.unknownTransaction`.
    package func requestRefund(of id: String, in store: isolated EmbeddedAppStore) throws {
        try store.act { try $0.refundRequested(id, isDeclined: false, at: $1) }
    }

    /// A refund that was asked for is declined: `REFUND_DECLINED` is noted.
    ///
    /// - Throws: `BackendError` with `.unknownTransaction`.
    package func declineRefund(of id: String, in store: isolated EmbeddedAppStore) throws {
        try store.act { account, now in
            account.journal.notice(.refundDeclined, of: try account.book.transactions.known(id), at: now)
            return []
        }
    }

    /// How far the account's identifiers lie behind the usual ones: two customers must not have the same ones.
    package static func identifierBase(of store: isolated EmbeddedAppStore) -> Int {
        store.kept.state.book.transactions.identifierBase
    }
}

extension EmbeddedAppStore {
    /// What its delays and dates are measured by.
    package nonisolated var ownClock: any StoreClock { clock }
}

extension DeviceQueue {
    /// Everything that there is counts as changed.
    fileprivate mutating func expectAll(of transactions: AccountTransactions) {
        if !transactions.records.isEmpty { renewed(0..<transactions.records.count) }
        let first = AccountTransactions.renewalPlace
        if transactions.renewals.count > 0 { renewed(first..<first + transactions.renewals.count) }
        activate(lines: [])
    }
}

extension ServerNotification {
    /// A notification of a server that speaks for several accounts: each has its own numbers, and here they are told apart.
    package func numbered(_ id: UUID) -> ServerNotification {
        ServerNotification(
            id: id, type: type, subtype: subtype, date: date, transaction: transaction, renewalInfo: renewalInfo,
            state: state, consumptionRequestReason: consumptionRequestReason, summary: summary,
            appTransaction: appTransaction, externalPurchaseToken: externalPurchaseToken, app: app,
            environment: environment)
    }

    /// A notification about no customer: a test, or how an extension of all subscriptions went.
    ///
    /// - Parameters:
    ///   - summary: how the extension went; `nil` for a test.
    ///   - app: the app.
    ///   - environment: where it sells.
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
    /// How an extension went, over all customers.
    ///
    /// - Parameter parts: how it went for each of them.
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
