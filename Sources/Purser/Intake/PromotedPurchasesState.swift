/// The promoted purchases that were neither bought nor declined.
///
/// Each is in one or more of these states: the app's handler decides about it; it is deferred, and so listed; a payment
/// is being made for it, and it is not listed meanwhile. Two purchases that are equal are one, because a backend may
/// report a purchase again, also after a relaunch.
package struct PromotedPurchasesState: Sendable {
    private struct Entry: Sendable {
        var record: RecordedPromotion
        var isBeingDecided = false
        var isDeferred = false
        /// Whether it has one of the limited places, and is recorded.
        var isKept: Bool
        /// Whether a session calls back when the payment ends.
        var isFollowed = false
        /// Whether streams have it.
        var isAnnounced = false

        var isListed: Bool { isDeferred && record.payment == nil }
        var isOpen: Bool { record.payment != nil && !isFollowed }
    }

    private var entries: [Entry] = []
    /// What the storage has.
    private var stored = RecordedPromotions()
    private var isRead = false
    private var returned: [Returned] = []
    private let limit: Int

    /// A purchase whose payment was rejected.
    package struct Returned: Sendable {
        /// The purchase.
        package let purchase: PromotedPurchase
        /// Whether it is deferred; `false` when it had no place and there is none, so that it is dropped.
        package let isDeferred: Bool
    }

    /// Makes a state without purchases.
    ///
    /// - Parameter limit: how many are recorded at the same time, at most.
    package init(limit: Int) { self.limit = limit }

    // MARK: Reading

    /// The deferred ones, oldest first, without those that are being paid for.
    package var listed: [PromotedPurchase] { entries.filter(\.isListed).map(\.record.purchase) }

    /// Whether it was neither bought nor declined.
    package func contains(_ purchase: PromotedPurchase) -> Bool { index(of: purchase) != nil }

    /// The payments of a user for promoted purchases.
    ///
    /// - Parameter launch: the session whose payments are left out; `nil` leaves out none.
    package func payments(of user: UserID?, except launch: UInt64?) -> [PaymentToken] {
        entries.compactMap(\.record.payment).filter { $0.user == user && $0.token.launch != launch }.map(\.token)
    }

    private func index(of purchase: PromotedPurchase) -> Int? {
        entries.firstIndex { $0.record.purchase == purchase }
    }

    private func index(of payment: PaymentToken) -> Int? {
        entries.firstIndex { $0.record.payment?.token == payment }
    }

    private var hasRoom: Bool { entries.count(where: \.isKept) < limit }

    // MARK: The app's decisions

    /// The backend reports a purchase.
    ///
    /// - Returns: whether the handler has to be called: not while it decides about the same purchase, or a payment is
    ///   being made for it.
    package mutating func reported(_ purchase: PromotedPurchase) -> Bool {
        guard let index = index(of: purchase) else {
            entries.append(Entry(record: RecordedPromotion(purchase), isBeingDecided: true, isKept: hasRoom))
            return true
        }
        guard !entries[index].isBeingDecided, entries[index].record.payment == nil else { return false }
        entries[index].isBeingDecided = true
        return true
    }

    /// Gives a purchase a place, because it is going to be deferred.
    ///
    /// - Returns: `false` when there is none: then the purchase is dropped.
    package mutating func keep(_ purchase: PromotedPurchase) -> Bool {
        index(of: purchase).map { keep(at: $0) } ?? true
    }

    private mutating func keep(at index: Int) -> Bool {
        let isKept = entries[index].isKept || hasRoom
        entries[index].isKept = isKept
        if !isKept { entries.remove(at: index) }
        return isKept
    }

    /// The handler has decided: the purchase is deferred, unless it was bought or declined meanwhile.
    package mutating func deferred(_ purchase: PromotedPurchase) {
        guard let index = index(of: purchase) else { return }
        (entries[index].isBeingDecided, entries[index].isDeferred) = (false, true)
    }

    /// The handler has declined.
    package mutating func declined(_ purchase: PromotedPurchase) {
        guard let index = index(of: purchase) else { return }
        entries[index].isBeingDecided = false
        if entries[index].record.payment == nil { entries.remove(at: index) }
    }

    /// Removes a deferred purchase.
    ///
    /// - Returns: whether it was listed.
    package mutating func drop(_ purchase: PromotedPurchase) -> Bool {
        guard let index = index(of: purchase), entries[index].isListed else { return false }
        entries.remove(at: index)
        return true
    }

    // MARK: Payments

    /// A payment is going to be made for a purchase.
    ///
    /// - Parameter isDecided: whether the handler has decided that; otherwise the purchase has to be listed.
    /// - Returns: `false` when it was bought or declined meanwhile, or another payment is being made.
    package mutating func pay(_ purchase: PromotedPurchase, _ payment: RecordedPromotion.Payment, isDecided: Bool)
        -> Bool
    {
        guard let index = index(of: purchase) else { return false }
        if isDecided { entries[index].isBeingDecided = false }
        guard entries[index].record.payment == nil, isDecided || entries[index].isDeferred else { return false }
        (entries[index].record.payment, entries[index].isFollowed) = (payment, true)
        return true
    }

    /// A payment has ended, or its session has.
    ///
    /// - Returns: the purchase, if the payment was rejected.
    @discardableResult
    package mutating func ended(_ payment: PaymentToken, _ fate: PromotionFate) -> Returned? {
        guard let index = index(of: payment) else { return nil }
        entries[index].isFollowed = false
        switch fate {
        case .open: return nil
        case .over:
            entries.remove(at: index)
            return nil
        case .rejected:
            (entries[index].record.payment, entries[index].isDeferred) = (nil, true)
            let purchase = entries[index].record.purchase
            return Returned(purchase: purchase, isDeferred: keep(at: index))
        }
    }

    /// Payments have ended according to these records; only those that no session follows are affected.
    ///
    /// - Returns: whether anything has changed.
    package mutating func ended(_ endings: [(token: PaymentToken, ending: IntentEnding)]) -> Bool {
        guard entries.contains(where: \.isOpen) else { return false }
        var hasChanged = false
        for (token, ending) in endings {
            guard let index = index(of: token), entries[index].isOpen else { continue }
            hasChanged = true
            if let purchase = ended(token, PromotionFate(ending)) { returned.append(purchase) }
        }
        return hasChanged
    }

    /// The purchases whose payments were rejected after their sessions, since the last call.
    package mutating func takeReturned() -> [Returned] {
        defer { returned = [] }
        return returned
    }

    /// The listed ones that streams do not have yet.
    package mutating func takeUnannounced() -> [PromotedPurchase] {
        var listed: [PromotedPurchase] = []
        for index in entries.indices where entries[index].isListed && !entries[index].isAnnounced {
            entries[index].isAnnounced = true
            listed.append(entries[index].record.purchase)
        }
        return listed
    }

    // MARK: Records

    /// Adds the purchases that an earlier launch has recorded; after a failed write, only their records count.
    package mutating func adopt(_ read: RecordedPromotions) {
        stored = read
        guard !isRead else { return }
        isRead = true
        for promotion in read.all.reversed() {
            if let index = index(of: promotion.purchase) {
                (entries[index].record, entries[index].isKept) = (promotion, true)
            } else {
                entries.insert(Entry(record: promotion, isDeferred: true, isKept: true), at: 0)
            }
        }
    }

    /// The records that are missing in the storage.
    package var unstored: [LedgerRecord] { stored.changes(to: entries.filter(\.isKept).map(\.record)) }

    /// Forgets the purchases for which a user's payments are being made.
    mutating func forget(_ user: UserID) {
        entries.removeAll { $0.record.payment?.user == user }
        stored.apply(.forgotten(user))
    }

    /// The storage has these records.
    package mutating func stored(_ records: [LedgerRecord]) { for record in records { stored.apply(record) } }
}
