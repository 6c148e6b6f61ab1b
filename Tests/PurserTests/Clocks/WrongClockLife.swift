import Foundation

@testable import Purser

/// A device whose clock is wrong, a subscription that is bought on it, and what becomes of both: a value over one clock,
/// without tasks.
struct WrongClockLife {
    /// A life, before anything happens.
    struct Plan: CustomStringConvertible {
        /// What becomes of the subscription.
        enum Event: CaseIterable { case offline, refund, renewal }
        /// What becomes of the device.
        enum Turn: CaseIterable { case none, relaunch, setRight, setBack, setBackAndRelaunch }

        /// How far the device's clock is ahead of the App Store's.
        var ahead: Duration
        /// The length of a period.
        var length: Duration
        /// The time of the payment before its signature.
        var sheet: Duration
        /// The time from the signature to the answer.
        var delay: Duration
        /// The policy's extra time.
        var grace: Duration
        var event: Event
        var turn: Turn

        var payment: Duration { sheet + delay }
        var description: String {
            "ahead \(ahead), period \(length), payment \(sheet) + \(delay), grace \(grace), \(event), \(turn)"
        }
    }

    /// The device's clock: its monotonic reading is right, and its date is ahead.
    final class Clock: StoreClock {
        private let state = Lock((now: Duration.zero, ahead: Duration.zero))
        func now() -> Duration { state.withLock(\.now) }
        func currentDate() -> Date { state.withLock { at(0).advanced(by: $0.now + $0.ahead) }.date }
        func sleep(until deadline: Duration) {}
        func set(ahead: Duration) { state.withLock { $0.ahead = ahead } }
        func pass(until now: Duration) { state.withLock { $0.now = max($0.now, now) } }
    }

    let plan: Plan
    let clock = Clock()
    private(set) var current: CurrentEntitlements
    private var ledger = LedgerState()
    private var intake = IntakeState(answersNamePayments: true)
    private var arrivals: UInt64 = 0
    /// When the last reported period ends by the App Store, and whether it was refunded.
    private(set) var end = Timestamp(milliseconds: .min)
    private(set) var isRefunded = false

    init(_ plan: Plan) {
        self.plan = plan
        clock.set(ahead: plan.ahead)
        current = Self.entitlements(ledger, plan, clock)
    }

    private static func entitlements(_ ledger: LedgerState, _ plan: Plan, _ clock: Clock) -> CurrentEntitlements {
        var policy = EntitlementPolicy.none
        policy.renewalGrace = plan.grace
        return CurrentEntitlements(
            ledger.entitlements, trustedDate: ledger.trustedDate, signedDate: ledger.trusted.latest, policy: policy,
            lastReport: ledger.lastReportTime, clock: clock)
    }

    /// The App Store's time.
    var real: Timestamp { at(0).advanced(by: clock.now()) }
    /// The device's date.
    var device: Timestamp { clock.timestamp() }
    /// Whether the subscription may be used.
    var isOwned: Bool { current.present.contains("gold") }
    /// The same by the records and the device's clock alone.
    var isOwnedByDevice: Bool {
        StoreEntitlements(ledger.entitlementSnapshot(policy: current.policy), deviceTime: device).contains("gold")
    }

    /// Time passes until a moment of the App Store.
    mutating func pass(until moment: Timestamp) {
        clock.pass(until: moment.time(after: at(0)) ?? .zero)
    }

    mutating func buy() {
        let intent = PaymentIntent.sample(1, "gold")
        ledger.note(.intent(intent))
        intake.book.submitted(PaymentRow(intent, of: nil), arrival: arrivals, at: clock.now())
        pass(until: real.advanced(by: plan.sheet))
        let period = self.period("t1")
        pass(until: real.advanced(by: plan.delay))
        report(period.reported(.payment(intent.token)))
    }

    /// A period that begins and is signed now.
    private mutating func period(_ id: String) -> StoreTransaction {
        let (start, isFirst) = (real, id == "t1")
        end = start.advanced(by: plan.length)
        return .sample(id, "gold", .autoRenewable) { [end] fields in
            (fields.purchaseTime, fields.signedTime, fields.expirationTime) = (start, start, end)
            fields.originalID = "t1"
            fields.reason = isFirst ? .purchase : .renewal
        }
    }

    mutating func renew() { report(period("t2").reported(.other(nil))) }

    mutating func refund() {
        guard let known = ledger.transactions["t1"]?.transaction else { return }
        let now = real
        isRefunded = true
        report(known.with { ($0.revocationTime, $0.signedTime) = (now, now) }.reported(.other(nil)))
    }

    /// The device takes the turn of the plan.
    mutating func turn() {
        switch plan.turn {
        case .none: break
        case .relaunch: relaunch()
        case .setRight: clock.set(ahead: .zero)
        case .setBack: clock.set(ahead: .seconds(-40 * 86_400))
        case .setBackAndRelaunch:
            clock.set(ahead: .seconds(-40 * 86_400))
            relaunch()
        }
    }

    /// Everything but the records is gone.
    private mutating func relaunch() {
        var again = LedgerState()
        ledger.write { again.apply($0) }
        (ledger, intake, arrivals) = (again, IntakeState(answersNamePayments: true), 0)
        current = Self.entitlements(ledger, plan, clock)
    }

    private mutating func report(_ event: BackendEvent) {
        let session = IntakeSession(
            user: nil, firstArrival: arrivals + 1, now: clock.now(), time: clock.timestamp())
        arrivals += 1
        var turn = intake.prepare([[event]], in: session, &ledger)
        _ = current.note(returned: turn.returnedOver, signed: turn.signedTime)
        turn.prepared.published.complete(from: ledger)
        let published = turn.prepared.published
        current.apply(
            published.changes, rebuilt: published.rebuilt, trustedDate: published.trustedDate,
            signedDate: published.signedDate, recordTime: published.updates.last?.recordTime)
    }
}
