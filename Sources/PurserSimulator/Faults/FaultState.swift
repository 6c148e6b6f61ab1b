import Purser

/// Decides what goes wrong: draws from the plan's seed, in the order in which it is asked.
struct FaultState: Sendable {
    /// A part of an answer, and how it travels.
    struct Batch: Sendable {
        var events: [BackendEvent]
        /// How long it is on its way; `nil` when it arrives before the call returns.
        var delay: Duration?
        /// Whether it stays behind what was sent before it.
        var keepsOrder = true
        /// Whether it repeats another batch.
        var isDuplicate = false
        /// Whether it tells what was finished by then.
        var reportsFinished = false
    }

    let plan: FaultPlan
    /// Whether nothing goes wrong, so that nothing needs to be drawn.
    let isCalm: Bool
    var generator: SplitMix64
    private var failuresInARow: [BackendCall: Int] = [:]
    /// What the app has finished, where that matters.
    var finished: Set<String> = []

    init(_ plan: FaultPlan, finished: Set<String> = []) {
        self.finished = finished
        self.plan = plan
        isCalm = plan.isCalm
        generator = SplitMix64(seed: plan.seed)
    }

    /// The failure of a call that was made, if it fails.
    mutating func called(_ call: BackendCall, at now: Duration) -> BackendError? {
        guard !isCalm else { return nil }
        if let end = outageEnd(at: now) {
            let hint = end - now
            return BackendError(
                .networkError, "The network is away (\(call.rawValue)). Try again.", retry: .retryable(after: hint))
        }
        return call == .finish ? nil : drawnFailure(of: call)
    }

    /// The failure of one transaction's finishing, if it fails.
    mutating func finishing() -> BackendError? { isCalm ? nil : drawnFailure(of: .finish) }

    /// How long a call takes to return after its work; `nil` for no time.
    mutating func returnDelay() -> Duration? { isCalm ? nil : generator.delay(plan.returnDelay) }

    /// Cuts, delays and repeats an answer; its parts keep their order among themselves.
    mutating func batches(of events: [BackendEvent]) -> [Batch] {
        let beside = reportsBeside(events)
        let (answer, apart) = withDefects(withoutNames(events))
        var (first, late) = withFailuresAfterCharge(answer)
        var parts: [[BackendEvent]] = []
        if !first.isEmpty { cut(&first, into: &parts) }
        if !late.isEmpty { parts.append(late) }
        let keepsOrder = !generator.happens(plan.reordering)
        var batches: [Batch] = []
        var delay: Duration?
        for part in parts {
            var drawn = generator.delay(plan.answerDelay)
            if drawn == nil, generator.happens(plan.answersAfterCall) { drawn = .zero }
            if let drawn { delay = max(delay ?? .zero, drawn) }
            batches.append(Batch(events: part, delay: delay, keepsOrder: keepsOrder))
        }
        for batch in batches where generator.happens(plan.duplicates) {
            batches.append(repetition(of: batch))
        }
        return batches + apart + beside
    }

    /// The end of the outage that runs at `time`.
    func outageEnd(at time: Duration) -> Duration? {
        plan.outages.first { $0.contains(time) && $0.upperBound > time }?.upperBound
    }

    private mutating func drawnFailure(of call: BackendCall) -> BackendError? {
        guard let rate = plan.failures[call], generator.happens(rate.chance),
            failuresInARow[call, default: 0] < plan.failuresInARow
        else {
            failuresInARow[call] = 0
            return nil
        }
        failuresInARow[call, default: 0] += 1
        return BackendError(
            .networkError, "The fault plan let \(call.rawValue) fail. Try again.",
            retry: .retryable(after: generator.delay(rate.hint)))
    }

    /// Tells some paid payments as failed; their transactions come as others later.
    private mutating func withFailuresAfterCharge(
        _ events: [BackendEvent]
    ) -> (first: [BackendEvent], late: [BackendEvent]) {
        guard plan.failuresAfterCharge > 0 else { return (events, []) }
        var first: [BackendEvent] = []
        var late: [BackendEvent] = []
        for event in events {
            guard case .transaction(var reported) = event, case .payment(let token) = reported.origin,
                generator.happens(plan.failuresAfterCharge)
            else {
                first.append(event)
                continue
            }
            let error = BackendError(.networkError, "The connection broke while the payment was made.")
            // Where it names no payment, what it says of it tells which one is meant.
            first.append(
                .paymentEnded(
                    PaymentEnding(
                        token: token, productID: reported.transaction.productID, result: .failed(error),
                        quantity: reported.transaction.purchasedQuantity,
                        appAccountToken: reported.transaction.appAccountToken)))
            reported.origin = .other(token)
            late.append(.transaction(reported))
        }
        return (first, late)
    }

    private mutating func cut(_ events: inout [BackendEvent], into parts: inout [[BackendEvent]]) {
        while events.count > 1, generator.happens(plan.splits) {
            let length = 1 + generator.below(events.count - 1)
            parts.append(Array(events.prefix(length)))
            events.removeFirst(length)
        }
        parts.append(events)
    }

    /// The transactions of a batch once more; those of a restore no longer name it, for it may have ended.
    private mutating func repetition(of batch: Batch) -> Batch {
        var events: [BackendEvent] = []
        for case .transaction(var reported) in batch.events {
            if case .restore = reported.origin { reported.origin = .restore(RestoreID(rawValue: 0)) }
            events.append(.transaction(reported))
        }
        let delay = (batch.delay ?? .zero) + (generator.delay(plan.answerDelay) ?? .zero)
        return Batch(events: events, delay: delay, keepsOrder: false, isDuplicate: true)
    }
}
