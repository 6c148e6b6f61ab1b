import Purser
import PurserSimulator

/// What a customer goes through who buys a subscription and does nothing, or what acts say.
///
/// It lives at an App Store of its own, on a clock that stands still between events, in real time whatever the file says.
struct Timeline: Sendable {
    /// A length of time in which a subscription stands the same way.
    struct Stretch: Sendable {
        /// How it stands; the later ones are the more remarkable.
        enum Access: Int, Sendable, CaseIterable {
            case paid
            case offered
            case none
            case grace
            case retry
        }

        var start: Timestamp
        var end: Timestamp
        var access: Access
        /// Whether a period begins with it.
        var isPeriod: Bool
    }

    let product: StoreProduct
    let start: Timestamp
    let end: Timestamp
    private(set) var events: [TimelineEvent] = []
    private(set) var stretches: [Stretch] = []
    private(set) var charges: [SimulatedCharge] = []
    private(set) var refunds: [SimulatedRefund] = []
    /// What the app's server is told, where that was asked for.
    private(set) var notifications: [ServerNotification] = []

    /// What happens in a timeline at most: a daily period goes on for a hundred years.
    private static let limit = 50_000

    /// Lives through it.
    ///
    /// - Throws: ``ToolError`` when the product is no subscription that is sold; `BackendError` when an act cannot be done.
    init(
        _ productID: String, from start: Timestamp, for span: TimeSpan, of file: StoreFile, acts: [TimelineAct],
        isMonthly: Bool, seats: Int? = nil, notifies: Bool = false
    ) async throws {
        product = try Self.subscription(productID, file)
        let names = file.productNames
        self.start = start
        end = span.end(from: start)
        var catalog = file.catalog
        catalog.settings.timeRate = .realTime
        catalog.settings.failures = SimulatorFailures()
        let clock = MovableClock(startingAt: start)
        let appStore = EmbeddedAppStore(catalog: catalog, clock: clock)
        if notifies { await appStore.startNotifications() }
        var options: Set<PurchaseOption> = isMonthly ? [.billingPlanType(.monthly)] : []
        if let seats { options.insert(.seats(seats)) }
        try await appStore.buyElsewhere(product.id, options: options)
        try await live(at: appStore, clock, acts.map { ($0.after.end(from: start), $0) }, names)
        (charges, refunds) = await (appStore.charges, appStore.refunds)
        notifications = await appStore.takeNotifications()
    }

    private mutating func live(
        at appStore: EmbeddedAppStore, _ clock: MovableClock, _ acts: [(time: Timestamp, act: TimelineAct)],
        _ names: ProductNames
    ) async throws {
        let group = product.subscription?.subscriptionGroupID ?? ""
        // Those of one moment happen in the order in which they were typed.
        var acts = acts.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
            .map(\.element)[...]
        var known: SimulatedSubscription?
        while events.count < Self.limit {
            let now = clock.timestamp()
            guard let subscription = await appStore.subscription(group) else { return }
            if let event = TimelineEvent(from: known, to: subscription, at: now) { events.append(event) }
            known = subscription
            if let next = acts.first, next.time <= now {
                acts.removeFirst()
                try await Self.act(next.act, on: appStore, group, names)
                continue
            }
            let next = [subscription.nextEventDate.map { Timestamp($0) }, acts.first?.time].compactMap { $0 }.min()
            let until = min(next ?? end, end)
            note(subscription, from: now, until: until)
            guard until < end else { return }
            clock.move(to: max(until, now.advanced(by: .milliseconds(1))))
        }
        throw ToolError("more than \(Self.limit) things happen in that time; ask --for less")
    }

    private static func act(
        _ act: TimelineAct, on appStore: EmbeddedAppStore, _ group: String, _ names: ProductNames
    ) async throws {
        do {
            try await act.act(on: appStore, group, names)
        } catch {
            throw ToolError("“\(act.text)” cannot be done then: \(ToolError.line(for: error))")
        }
    }

    private mutating func note(_ subscription: SimulatedSubscription, from start: Timestamp, until end: Timestamp) {
        let access: Stretch.Access =
            switch subscription.state {
            case .subscribed: subscription.transaction.offer == nil ? .paid : .offered
            case .inGracePeriod: .grace
            case .inBillingRetryPeriod: .retry
            default: .none
            }
        let isPeriod = subscription.state == .subscribed && subscription.transaction.purchaseTime == start
        stretches.append(Stretch(start: start, end: end, access: access, isPeriod: isPeriod))
    }

    private static func subscription(_ id: String, _ file: StoreFile) throws -> StoreProduct {
        let sold = file.catalog.products.filter { $0.subscription != nil }
        let all = file.productNames
        let meant = all.meant(id)
        if let product = sold.first(where: { $0.id == meant }) { return product }
        if let several = all.several(id) { throw several }
        let names = sold.map { Line.single($0.id) }.joined(separator: ", ")
        let others = sold.isEmpty ? "it sells none" : "its subscriptions are \(names)"
        let question = ProductNames(sold.map(\.id)).question(id)
        throw ToolError("\(file.name) sells no subscription “\(id)”; \(others)\(question)")
    }
}
