/// What a verifier said of the transactions of some batches, in their order.
struct Verdicts: Sendable {
    private var verdicts: [VerificationVerdict]
    /// Why it could not judge; `nil` when it did, be it by the verdict that it cannot.
    let error: (any Error)?

    /// A verifier's answer; a verdict that it did not give counts as undecided.
    init(_ verdicts: [VerificationVerdict], of count: Int) {
        let missing = repeatElement(VerificationVerdict.undecided("the verifier gave no verdict"), count: count)
        self.verdicts = Array(verdicts.prefix(count)) + missing.dropFirst(verdicts.count)
        error = nil
    }

    /// A verifier that could not judge any of them.
    init(undecided error: any Error, of count: Int) {
        verdicts = Array(repeating: .undecided("it could not be asked: \(Wording.short("\(error)"))"), count: count)
        self.error = error
    }

    /// The transactions, those that are undecided apart.
    func parted(_ transactions: [BackendTransaction]) -> (
        decided: [BackendTransaction], undecided: [BackendTransaction]
    ) {
        var parts: (decided: [BackendTransaction], undecided: [BackendTransaction]) = ([], [])
        for (transaction, verdict) in zip(transactions, verdicts) {
            if case .undecided = verdict {
                parts.undecided.append(transaction)
            } else {
                parts.decided.append(transaction)
            }
        }
        return parts
    }

    /// The same batches, with its verdict on each transaction that can be judged.
    ///
    /// - Parameter keepsUndecided: whether those stay that are undecided.
    func put(on batches: [[BackendEvent]], keepsUndecided: Bool) -> [[BackendEvent]] {
        var rest = verdicts[...]
        return batches.map { batch in
            batch.compactMap { event in
                guard var transaction = event.transaction, transaction.canBeJudged, let verdict = rest.popFirst() else {
                    return event
                }
                switch verdict {
                case .genuine: transaction.verification = .verified
                case .forged(let reason): transaction.verification = .unverified(reason)
                case .undecided(let reason):
                    guard keepsUndecided else { return nil }
                    transaction.verification = .undecided(reason)
                }
                return .transaction(transaction)
            }
        }
    }
}

/// Why transactions are judged again that a verifier has answered without an error.
struct UndecidedVerdict: Error {}

extension BackendTransaction {
    /// Whether a verifier is asked about it: what is out of limits is refused without that.
    var canBeJudged: Bool {
        if case .outOfLimits = verification { false } else { true }
    }

    /// Whether it says the same of the same state, so that one of them is enough.
    func isSame(as other: BackendTransaction) -> Bool { transaction == other.transaction && origin == other.origin }

    /// The payment that it says it answers.
    var answeredPayment: PaymentToken? {
        if case .payment(let token) = origin { token } else { nil }
    }
}
