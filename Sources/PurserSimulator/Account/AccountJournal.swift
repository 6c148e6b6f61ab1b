import Purser

/// What an account remembers, with all that is still to be told of it: to the store that is open, to the customer's other devices
/// and to the app's server.
///
/// Transactions and lines are written down here and nowhere else, so that nothing changes of which nobody hears, and what is due
/// some day is on the agenda.
struct AccountJournal: Sendable {
    /// What is kept.
    var book: AccountBook
    /// What is sold, and how the store behaves.
    var catalog: SimulatorCatalog
    /// Whether transactions carry the tokens of their payments.
    ///
    /// If not, the account behaves like StoreKit 1.
    let echoesTokens: Bool
    /// What is due some day.
    var agenda = Agenda()
    /// The lines that have changed and were not told since.
    var touched: Set<LineID> = []
    /// The renewals that are to be told, by their index.
    var unreportedRenewals = IndexRanges()
    /// The customer's other devices; what the first one has finished is in the book.
    var devices: [DeviceQueue] = []
    /// What the app's server is to be told.
    var notices = ServerNotices()
    /// What has happened, where somebody watches.
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

    /// Writes a sale down.
    ///
    /// - Returns: the place of its transaction.
    mutating func append(_ sale: Sale, at date: Timestamp) -> Int {
        let place = book.transactions.records.count
        let former = sale.line.flatMap { book.lines[$0] }
        let now =
            former.map { book.transactions.nextPurchaseTime(of: $0, at: date) } ?? sale.original?.copyTime(at: date)
            ?? date
        var fields = sale.fields(id: book.transactions.id(of: place), at: now, in: catalog)
        let first = former.map { book.transactions[$0.first].transaction }
        if let line = sale.begun(at: place, after: former, first, &fields, in: catalog) {
            fields.webOrderLineItemID = book.transactions.lineItem(of: place)
            put(line)
        }
        append(fields, token: sale.token, isCharged: sale.isCharged)
        let product = sale.product
        if product.type == .nonConsumable, sale.original == nil,
            sale.isCharged || book.transactions.owned[product.id] == nil
        {
            book.transactions.owned[product.id] = place
        }
        return place
    }

    /// Writes a transaction down that is no renewal.
    mutating func append(_ fields: StoreTransaction.Fields, token: PaymentToken?, isCharged: Bool) {
        let place = book.transactions.append(
            AccountRecord(transaction: StoreTransaction(fields), token: token, isCharged: isCharged))
        devices.changed(place)
        happenings.note(.transaction(book.transactions[place].transaction))
    }

    /// Describes a transaction anew; it waits to be finished again, so that the change cannot be missed.
    mutating func describeAnew(
        _ place: Int, at now: Timestamp, _ change: (inout StoreTransaction.Fields) -> Void
    ) -> BackendEvent {
        book.transactions.describeAnew(place, at: now, change)
        devices.changed(place)
        happenings.note(.transaction(book.transactions[place].transaction))
        return reported(place, otherOrigin(of: place))
    }

    /// Notes that something about a line has changed: it is kept, told, and has another next event perhaps.
    mutating func put(_ line: SubscriptionLine) {
        let line = line.following(book.lines[line.id])
        book.lines[line.id] = line
        touched.insert(line.id)
        happenings.note(.subscription(line.id))
        devices.touched(line.id)
        plan(line)
    }

    /// The same where the line is described anew, and the app's server is told of it.
    mutating func sign(_ line: SubscriptionLine, at now: Timestamp, _ notices: Notice...) {
        var line = line
        line.sign(at: now)
        put(line)
        for notice in notices { self.notice(notice, of: line, at: now) }
    }

    /// The line that somebody means: by the identifier of one of its transactions, of its product, or of its group.
    ///
    /// Where the family shares one too, a product or a group means the customer's own.
    func line(named name: String) throws(BackendError) -> SubscriptionLine {
        if let place = book.transactions.index(of: name), let line = book.line(at: place) { return line }
        guard let line = book.lines.named(name, groupOf: catalog.unpriced(name)) else {
            throw BackendError(
                .unknownTransaction,
                "This account has no subscription \(name). Name one by its product, its group or a transaction; see subscriptions."
            )
        }
        return line
    }

    /// The identifier that all transactions of a line name.
    func originalID(of line: SubscriptionLine) -> String { book.transactions[line.first].transaction.originalID }
}

// What the app's server is told.
extension AccountJournal {
    /// Notes what happened to a transaction.
    ///
    /// - Parameters:
    ///   - place: the transaction's; `nil` for what is about none.
    ///   - line: the subscription that it belongs to, as it is put down; looked up unless given.
    mutating func notice(_ notice: Notice, of place: Int?, in line: SubscriptionLine? = nil, at time: Timestamp) {
        guard notices.isOn else { return }
        let line = line ?? place.flatMap { book.line(at: $0) }
        let transaction = place.map { book.transactions[$0].transaction }
        // A change within the millisecond of another is signed a millisecond later, and so is what tells of it.
        let date = max(time, max(transaction?.signedTime ?? time, line?.signed ?? time))
        notices.add(
            notice, about: transaction, line.map { (renewalInfo(of: $0), $0.phase.state) }, by: catalog.settings,
            at: date)
    }

    /// Notes what happened to a subscription.
    mutating func notice(_ notice: Notice, of line: SubscriptionLine, at time: Timestamp) {
        self.notice(notice, of: line.current, in: line, at: time)
    }

    /// Notes a purchase.
    ///
    /// - Parameters:
    ///   - former: the subscription before; `nil` where there was none.
    ///   - change: how it has changed the one that ran; `nil` where none did.
    mutating func noticePurchase(
        _ place: Int, former: SubscriptionLine?, _ change: SubscriptionChange?, at now: Timestamp
    ) {
        guard notices.isOn else { return }
        notice(.purchase(book.transactions[place].transaction, former: former, change), of: place, at: now)
    }

    /// Notes that a line has passed into another phase.
    mutating func noticePhase(_ former: LinePhase, of line: SubscriptionLine, at time: Timestamp) {
        if let notice = Notice.phase(former, line.phase) { self.notice(notice, of: line, at: time) }
    }
}
