/// A verifier's verdicts on the transactions of some batches, in their order.
struct Verdicts: Sendable {
    private var verdicts: [VerificationVerdict]
    /// The verifier's error; `nil` when it returned verdicts, even undetermined ones.
    let error: (any Error)?

    /// Makes the verdicts of a verifier; a missing verdict counts as undetermined.
    init(_ verdicts: [VerificationVerdict], of count: Int) {
        let missing = repeatElement(VerificationVerdict.undetermined("the verifier returned no verdict"), count: count)
        self.verdicts = Array(verdicts.prefix(count)) + missing.dropFirst(verdicts.count)
        error = nil
    }

    /// Makes the verdicts of a verifier that failed: all are undetermined.
    init(undetermined error: any Error, of count: Int) {
        verdicts = Array(repeating: .undetermined("the call failed: \(Wording.short("\(error)"))"), count: count)
        self.error = error
    }

    /// The transactions, with the undetermined ones separate.
    func parted(_ transactions: [BackendTransaction]) -> (
        decided: [BackendTransaction], undetermined: [BackendTransaction]
    ) {
        var parts: (decided: [BackendTransaction], undetermined: [BackendTransaction]) = ([], [])
        for (transaction, verdict) in zip(transactions, verdicts) {
            if case .undetermined = verdict {
                parts.undetermined.append(transaction)
            } else {
                parts.decided.append(transaction)
            }
        }
        return parts
    }

    /// The same batches, with its verdict on each transaction that can be verified.
    ///
    /// - Parameter keepsUndetermined: whether the undetermined ones stay.
    func put(on batches: [[BackendEvent]], keepsUndetermined: Bool) -> [[BackendEvent]] {
        var rest = verdicts[...]
        return batches.map { batch in
            batch.compactMap { event in
                guard var transaction = event.transaction, transaction.canBeVerified, let verdict = rest.popFirst()
                else {
                    return event
                }
                switch verdict {
                case .verified: transaction.verification = .verified
                case .invalid(let reason): transaction.verification = .invalid(reason)
                case .undetermined(let reason):
                    guard keepsUndetermined else { return nil }
                    transaction.verification = .undetermined(reason)
                }
                return .transaction(transaction)
            }
        }
    }
}

/// The reason why transactions are verified again although a verifier returned without an error.
struct UndeterminedVerdict: Error {}

extension BackendTransaction {
    /// Whether the verifier is called for it: a transaction outside the limits is rejected without that.
    var canBeVerified: Bool {
        if case .outOfLimits = verification { false } else { true }
    }

    /// Whether it has the same verdict on the same state, so that one of them is enough.
    func isSame(as other: BackendTransaction) -> Bool { transaction == other.transaction && origin == other.origin }

    var answeredPayment: PaymentToken? {
        if case .payment(let token) = origin { token } else { nil }
    }
}
