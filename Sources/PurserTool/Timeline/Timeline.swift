import Purser
import PurserSimulator

/// The events of a new subscription, without any action of the customer or with the given actions.
///
/// It has its own App Store, whose clock stands still between events and runs in real time, regardless of the file.
struct Timeline: Sendable {
    /// A span of time in which a subscription has the same access.
    struct Stretch: Sendable {
        /// The access; later cases take precedence in a drawing.
        enum Access: Int, Sendable, CaseIterable {
            case paid, offered, none, grace, retry
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
    /// The notifications to the app's server, if requested.
    private(set) var notifications: [ServerNotification] = []

    /// The maximum number of events in a timeline: a daily period lasts for a hundred years.
    private static let limit = 50_000

    init(
        _ productID: String, from start: Timestamp, for span: TimeSpan, of file: StoreFile, acts: [TimelineAct],
        isMonthly: Bool, seats: Int? = nil, notifies: Bool = false
    ) async throws {
        product = try Self.subscription(productID, file)
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
        try await live(
            at: OwnAppStore(appStore: appStore, names: file.productNames), clock,
            acts.map { ($0.after.end(from: start), $0) })
        (charges, refunds) = await (appStore.charges, appStore.refunds)
        notifications = await appStore.takeNotifications()
    }

    private mutating func live(
        at store: OwnAppStore, _ clock: MovableClock, _ acts: [(time: Timestamp, act: TimelineAct)]
    ) async throws {
        let group = product.subscription?.subscriptionGroupID ?? ""
        // Actions at the same moment keep their typed order.
        var acts = acts.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
            .map(\.element)[...]
        var known: SimulatedSubscription?
        while events.count < Self.limit {
            let now = clock.timestamp()
            guard let subscription = await store.appStore.subscription(group) else { return }
            if let event = TimelineEvent(from: known, to: subscription, at: now) { events.append(event) }
            known = subscription
            if let next = acts.first, next.time <= now {
                acts.removeFirst()
                do { try await next.act.act(on: store, group) } catch {
                    throw ToolError("“\(next.act.text)” is not possible then: \(ToolError.line(for: error))")
                }
                continue
            }
            let next = [subscription.nextEventDate.map { Timestamp($0) }, acts.first?.time].compactMap { $0 }.min()
            let until = min(next ?? end, end)
            note(subscription, from: now, until: until)
            guard until < end else { return }
            clock.move(to: max(until, now.advanced(by: .milliseconds(1))))
        }
        throw ToolError("there are more than \(Self.limit) events in that time; set a shorter --for")
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
