import Purser

/// Decides the faults: draws them from the plan's seed, in the order of the calls.
struct FaultState: Sendable {
    /// A part of an answer, and its delivery.
    struct Batch: Sendable {
        var events: [BackendEvent]
        /// Its delay; `nil` if it arrives before the call returns.
        var delay: Duration?
        /// Whether it arrives after all earlier batches.
        var keepsOrder = true
        /// Whether it repeats another batch.
        var isDuplicate = false
        /// Whether it also reports transactions that are finished by then.
        var reportsFinished = false
    }

    let plan: FaultPlan
    /// Whether there are no faults, so that nothing needs to be drawn.
    let isCalm: Bool
    var generator: SplitMix64
    private var failuresInARow: [BackendCall: Int] = [:]
    /// The finished transactions, recorded only where they matter.
    var finished: Set<String> = []

    init(_ plan: FaultPlan, finished: Set<String> = []) {
        self.finished = finished
        self.plan = plan
        isCalm = plan.isCalm
        generator = SplitMix64(seed: plan.seed)
    }

    /// Records a call, and returns its failure; `nil` if it succeeds.
    mutating func called(_ call: BackendCall, at now: Duration) -> BackendFailure? {
        guard !isCalm else { return nil }
        if let end = outageEnd(at: now) {
            let hint = end - now
            return BackendFailure(
                .networkError,
                "The network is not available (\(call.rawValue)). Try again.", retry: .retryable(after: hint))
        }
        return call == .finish ? nil : drawnFailure(of: call)
    }

    /// The failure of one transaction's finish; `nil` if it succeeds.
    mutating func finishing() -> BackendFailure? { isCalm ? nil : drawnFailure(of: .finish) }

    /// The delay of a call's return; `nil` for none.
    mutating func returnDelay() -> Duration? { isCalm ? nil : generator.delay(plan.returnDelay) }

    /// Splits, delays and repeats an answer; its parts keep their order among themselves.
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

    /// The end of the outage at `time`; `nil` for none.
    func outageEnd(at time: Duration) -> Duration? {
        plan.outages.first { $0.contains(time) && $0.upperBound > time }?.upperBound
    }

    private mutating func drawnFailure(of call: BackendCall) -> BackendFailure? {
        guard let rate = plan.failures[call], generator.happens(rate.chance),
            failuresInARow[call, default: 0] < plan.failuresInARow
        else {
            failuresInARow[call] = 0
            return nil
        }
        failuresInARow[call, default: 0] += 1
        return BackendFailure(
            .networkError, "The fault plan made \(call.rawValue) fail. Try again.",
            retry: .retryable(after: generator.delay(rate.hint)))
    }

    /// Reports some charged payments as failed; their transactions are reported later as `.other`.
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
            let error = BackendFailure(.networkError, "The connection broke while the payment was made.")
            // Without a token, its other fields identify the payment.
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

    /// Returns the transactions of a batch again, without the restore, which may have ended.
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
