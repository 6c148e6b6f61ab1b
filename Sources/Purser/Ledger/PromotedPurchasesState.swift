/// The promoted purchases that were neither bought nor declined, in the order in which they were reported.
///
/// Two purchases that are equal are one, because a backend may report a purchase again, also after a relaunch.
package struct PromotedPurchasesState: Sendable {
    private struct Entry: Sendable {
        let purchase: PromotedPurchase
        /// Whether the handler decides about it, or it is being bought; it is not listed meanwhile.
        var isBusy = false
        /// The deferrals are numbered from 1 on; 0 before the first one.
        var deferral = 0
    }

    private var entries: [Entry] = []
    private var deferrals = 0
    /// What the storage has.
    private var stored = RecordedPromotions()
    private var isRead = false

    /// The deferred ones, oldest first, without those about which the handler decides, or that are being bought.
    package var listed: [PromotedPurchase] { entries.filter { $0.deferral > 0 && !$0.isBusy }.map(\.purchase) }

    /// The first one that was deferred after another; `deferral` is then the number of its deferral.
    package func next(after deferral: inout Int) -> PromotedPurchase? {
        let later = entries.filter { [deferral] in $0.deferral > deferral }
        guard let next = later.min(by: { $0.deferral < $1.deferral }) else { return nil }
        deferral = next.deferral
        return next.purchase
    }

    /// Adds a purchase that the backend reports, unless it is here; `false` when there is no room.
    package mutating func add(_ purchase: PromotedPurchase) -> Bool {
        if index(of: purchase) != nil { return true }
        guard entries.count < IntakeLimits.deferredPromotedPurchases else { return false }
        entries.append(Entry(purchase: purchase))
        return true
    }

    /// The handler begins to decide about a purchase, or a call to buy it; `false` when one of them does already.
    package mutating func begin(_ purchase: PromotedPurchase) -> Bool {
        guard let index = index(of: purchase), !entries[index].isBusy else { return false }
        entries[index].isBusy = true
        return true
    }

    /// A purchase was neither bought nor declined: it is listed.
    package mutating func postpone(_ purchase: PromotedPurchase) {
        guard let index = index(of: purchase) else { return }
        entries[index].isBusy = false
        guard entries[index].deferral == 0 else { return }
        deferrals += 1
        entries[index].deferral = deferrals
    }

    /// A purchase was bought or declined.
    package mutating func remove(_ purchase: PromotedPurchase) { entries.removeAll { $0.purchase == purchase } }

    /// Adds the purchases that an earlier launch has recorded; after a failed write, only their records count.
    package mutating func adopt(_ read: RecordedPromotions) {
        stored = read
        if isRead { return }
        isRead = true
        let earlier = read.all.map(\.purchase).filter { index(of: $0) == nil }
        entries.insert(contentsOf: earlier.map { Entry(purchase: $0) }, at: 0)
        for purchase in earlier { postpone(purchase) }
    }

    /// The records that are missing in the storage.
    package var unstored: [LedgerRecord] { stored.changes(to: entries.map(\.purchase)) }

    /// The storage has these records.
    package mutating func stored(_ records: [LedgerRecord]) { for record in records { stored.apply(record) } }

    private func index(of purchase: PromotedPurchase) -> Int? { entries.firstIndex { $0.purchase == purchase } }
}
