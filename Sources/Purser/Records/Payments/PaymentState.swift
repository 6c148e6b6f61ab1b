/// The state of a payment: in memory, and as far as it has ended, in the records, too.
///
/// A new outcome is a case here, and one of ``PaymentEnding/Result``, by which a backend reports it.
package enum PaymentState: Sendable, Hashable, CaseIterable {
    /// It is recorded, and the backend has not been called. Next: `submitted`, `withdrawn`.
    case registered
    /// The backend has it, and a caller may wait. Next: any other; `registered`, if the backend did not accept it.
    case submitted
    /// The backend has it for longer than the limit, and no call waits (C4). Next: as `submitted`.
    case overdue
    /// Its outcome is not known: the backend could not report it, or the program ended. Next: `pending`, `cancelled`,
    /// `failed`, `answered`.
    case unknown
    /// It waits for approval. Next: `replaced`, `cancelled`, `failed`, `answered`, also by the end of its seven days.
    case pending
    /// It was pending, and its user has bought the same anew: nothing shows it as pending, but it may still be approved
    /// (M3). Next: as `pending`.
    case replaced
    /// The customer cancelled it. Next: answered despite that (M5), `pending`.
    case cancelled
    /// The backend reported a failure. Next: answered despite that (M5), `pending`.
    case failed
    /// It is over: it has its transaction, or was answered with an older one or with another user's.
    case answered
    /// It is over: it was never submitted, and no transaction can come for it (M8).
    case withdrawn

    /// Whether the backend was called and has reported no end.
    package var isWithBackend: Bool { self == .submitted || self == .overdue }
    /// Whether a caller may still wait.
    package var isAwaited: Bool { self == .submitted || self == .registered }
    /// Whether no transaction can be its own any more.
    package var isOver: Bool { self == .answered || self == .withdrawn }
    /// The states in which it may still be approved.
    package static let approvable: Set<PaymentState> = [.pending, .replaced]
    /// Whether it is open, and no call waits for it.
    package var isLate: Bool { !isAwaited && !isOver }

    /// What is recorded of it; `nil` when its request says everything.
    package var recorded: PaymentState? {
        switch self {
        case .registered: nil
        case .submitted, .overdue: .unknown
        case .unknown, .pending, .replaced, .cancelled, .failed, .answered, .withdrawn: self
        }
    }
}

extension PaymentState {
    /// The state of a payment after this end.
    package init(_ result: PaymentEnding.Result) {
        switch result {
        case .pending: self = .pending
        case .cancelled: self = .cancelled
        case .failed(let error): self = error.isOutcomeUnknown ? .unknown : .failed
        }
    }
}

/// A payment that has ended or waits for an approval.
package struct EndedPayment: Sendable {
    /// The payment.
    package let token: PaymentToken
    /// Its state now.
    package let state: PaymentState

    /// A payment that has ended.
    package init(_ token: PaymentToken, _ state: PaymentState) { (self.token, self.state) = (token, state) }
}
