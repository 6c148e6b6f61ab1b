import Purser

/// The account's records, with all reports that are still due: to the open store, to the customer's other devices and
/// to the app's server.
///
/// Transactions and subscriptions are written only here, so every change is reported, and every future event is on the
/// agenda.
struct AccountJournal: Sendable {
    /// The stored records.
    var book: AccountBook
    /// The products, and the behavior of the App Store.
    var catalog: SimulatorCatalog
    /// Whether transactions carry the tokens of their payments.
    ///
    /// Otherwise the account behaves like StoreKit 1.
    let echoesTokens: Bool
    /// The future events.
    var agenda = Agenda()
    /// The subscriptions that changed since their last report.
    var touched: Set<SubscriptionID> = []
    /// The unreported renewals, by their indexes.
    var unreportedRenewals = IndexRanges()
    /// The customer's other devices; the book records the finished transactions of the first device.
    var devices: [DeviceQueue] = []
    /// The notifications to the app's server.
    var notices = ServerNotices()
    /// The changes for the watchers of the account.
    var happenings = AccountHappenings()
    /// The App Store's messages on the first device.
    var messages = CustomerMessages()

    init(catalog: SimulatorCatalog, echoesTokens: Bool, book: AccountBook) {
        self.book = book
        self.catalog = catalog
        self.echoesTokens = echoesTokens
        if let storefront = book.storefront { self.catalog.move(to: storefront) }
        makeAgenda()
    }

    /// Appends the transaction of a sale.
    ///
    /// - Returns: the place of the transaction.
    mutating func append(_ sale: Sale, at date: Timestamp) -> Int {
        let place = book.transactions.records.count
        let former = sale.subscription.flatMap { book.subscriptions[$0] }
        let now =
            former.map { book.transactions.nextPurchaseTime(of: $0, at: date) } ?? sale.original?.copyTime(at: date)
            ?? date
        var fields = sale.fields(id: book.transactions.id(of: place), at: now, in: catalog)
        let first = former.map { book.transactions[$0.first].transaction }
        if let subscription = sale.begun(at: place, after: former, first, &fields, in: catalog) {
            fields.webOrderLineItemID = book.transactions.lineItem(of: place)
            put(subscription)
        }
        let device = sale.original == nil ? nil : devices.asking(sale.payment.token)
        append(fields, token: sale.token, isCharged: sale.isCharged, for: device)
        let product = sale.product
        if product.type == .nonConsumable, sale.original == nil,
            sale.isCharged || book.transactions.owned[product.id] == nil
        {
            book.transactions.owned[product.id] = place
        }
        return place
    }

    /// Appends a transaction that is not a renewal.
    ///
    /// - Parameter device: the device that requested it, if it is a copy of StoreKit 1; `nil` for the first one.
    mutating func append(
        _ fields: StoreTransaction.Fields, token: PaymentToken?, isCharged: Bool, for device: Int? = nil
    ) {
        let place = book.transactions.append(
            AccountRecord(transaction: StoreTransaction(fields), token: token, isCharged: isCharged))
        if let device { devices[device].copies.insert(place) }
        changed(place)
        happenings.note(.transaction(book.transactions[place].transaction))
    }

    /// Changes the description of a transaction; it must be finished again, so that the change is not missed.
    mutating func describeAnew(
        _ place: Int, at now: Timestamp, _ change: (inout StoreTransaction.Fields) -> Void
    ) -> BackendEvent {
        book.transactions.describeAnew(place, at: now, change)
        changed(place)
        happenings.note(.transaction(book.transactions[place].transaction))
        return reported(place, otherOrigin(of: place))
    }

    /// Changes the descriptions of transactions.
    ///
    /// - Returns: the reports to the first device, without the copies of other devices.
    mutating func describeEach(
        _ places: [Int], at now: Timestamp, _ change: (inout StoreTransaction.Fields) -> Void
    ) -> [BackendEvent] {
        places.compactMap { place in
            let event = describeAnew(place, at: now, change)
            return devices.owner(ofCopy: place) == nil ? event : nil
        }
    }

    /// Records a new or changed transaction in the queues of the other devices: a copy only in the queue of its device.
    private mutating func changed(_ place: Int) {
        guard !devices.isEmpty else { return }
        guard book.transactions.isCopy(place) else { return devices.changed(place) }
        guard let owner = devices.owner(ofCopy: place) else { return }
        devices[owner].changed(place)
        // The first device, whose queue the book has, never gets it.
        book.transactions.finish(place)
    }

    /// Stores a changed subscription, marks it as unreported, and plans its next event.
    mutating func put(_ subscription: AccountSubscription) {
        let subscription = subscription.following(book.subscriptions[subscription.id])
        book.subscriptions[subscription.id] = subscription
        touched.insert(subscription.id)
        happenings.note(.subscription(subscription.id))
        devices.touched(subscription.id)
        plan(subscription)
    }

    /// Stores a changed subscription with a new signature date, and notifies the app's server.
    mutating func sign(_ subscription: AccountSubscription, at now: Timestamp, _ notices: Notice...) {
        var subscription = subscription
        subscription.sign(at: now)
        put(subscription)
        for notice in notices { self.notice(notice, of: subscription, at: now) }
    }

    /// Finds a subscription by the identifier of one of its transactions, its product or its group.
    ///
    /// If the family shares one too, a product or a group means the customer's own subscription.
    func subscription(named name: String) throws(BackendFailure) -> AccountSubscription {
        if let place = book.transactions.index(of: name), let subscription = book.subscription(at: place) {
            return subscription
        }
        guard let subscription = book.subscriptions.named(name, groupOf: catalog.unpriced(name)) else {
            throw BackendFailure(
                .unknownTransaction,
                "This account has no subscription \(name). Pass a product, a group or a transaction; subscriptions "
                    + "lists all."
            )
        }
        return subscription
    }

    /// The original identifier of all transactions of a subscription.
    func originalID(of subscription: AccountSubscription) -> String {
        book.transactions[subscription.first].transaction.originalID
    }
}

// The notifications to the app's server.
extension AccountJournal {
    /// Records a notification about a transaction.
    ///
    /// - Parameters:
    ///   - place: the place of the transaction; `nil` if it is about none.
    ///   - subscription: the subscription of the transaction; looked up if `nil`.
    mutating func notice(
        _ notice: Notice, of place: Int?, in subscription: AccountSubscription? = nil, at time: Timestamp
    ) {
        guard notices.isOn else { return }
        let subscription = subscription ?? place.flatMap { book.subscription(at: $0) }
        let transaction = place.map { book.transactions[$0].transaction }
        // A second change within one millisecond is signed a millisecond later, and so is its notification.
        let date = max(time, max(transaction?.signedTime ?? time, subscription?.signed ?? time))
        notices.add(
            notice, about: transaction, subscription.map { (renewalInfo(of: $0), $0.phase.state) },
            by: catalog.settings,
            at: date)
    }

    /// Records a notification about a subscription.
    mutating func notice(_ notice: Notice, of subscription: AccountSubscription, at time: Timestamp) {
        self.notice(notice, of: subscription.current, in: subscription, at: time)
    }

    /// Records the notification of a purchase.
    ///
    /// - Parameters:
    ///   - former: the previous state of the subscription; `nil` for none.
    ///   - change: the change of the running subscription; `nil` if none was running.
    mutating func noticePurchase(
        _ place: Int, former: AccountSubscription?, _ change: SubscriptionChange?, at now: Timestamp
    ) {
        guard notices.isOn else { return }
        notice(.purchase(book.transactions[place].transaction, former: former, change), of: place, at: now)
    }

    /// Records the notification of a subscription's new phase.
    mutating func noticePhase(_ former: SubscriptionPhase, of subscription: AccountSubscription, at time: Timestamp) {
        if let notice = Notice.phase(former, subscription.phase) { self.notice(notice, of: subscription, at: time) }
    }
}
