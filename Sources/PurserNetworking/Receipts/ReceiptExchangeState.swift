/// Decides to which of Apple's two services a receipt is sent, and what their answers mean.
///
/// Production is always first, and nothing is kept from one receipt to the next.
struct ReceiptExchangeState: Sendable {
    /// One of the two services.
    enum Service: Sendable, Hashable {
        case production
        case sandbox
    }

    /// The next step.
    enum Step: Sendable {
        /// Send the receipt there.
        case ask(Service)
        /// This is the answer.
        case answer
        /// This went wrong.
        case fail(ReceiptFailure)
    }

    private var service = Service.production
    private var wasRedirected = false
    /// How often the receipt was called malformed.
    private var malformed = 0

    /// A new attempt begins.
    mutating func attempted() -> Step {
        (service, wasRedirected) = (.production, false)
        return .ask(service)
    }

    /// The service answered.
    ///
    /// - Parameter isRetryable: whether the service recommends a retry.
    mutating func answered(_ status: ReceiptStatus, isRetryable: Bool?) -> Step {
        switch status {
        case _ where status.hasReceipt: return .answer
        case .isSandboxReceipt where service == .production: return redirected(to: .sandbox, status)
        case .isProductionReceipt where service == .sandbox: return redirected(to: .production, status)
        case .isSandboxReceipt, .isProductionReceipt: return .fail(Self.contradiction(status))
        case .malformedReceipt:
            malformed += 1
            // It may be a temporary problem of the service: one retry, and then the receipt counts as malformed.
            guard malformed > 1 else { return .fail(.rejected(status, isRetryable: nil)) }
            return .fail(
                ReceiptFailure(.malformedReceipt, status: status, "The receipt is malformed. Refresh it."))
        default: return .fail(.rejected(status, isRetryable: isRetryable))
        }
    }

    private mutating func redirected(to other: Service, _ status: ReceiptStatus) -> Step {
        guard !wasRedirected else { return .fail(Self.contradiction(status)) }
        wasRedirected = true
        service = other
        return .ask(other)
    }

    private static func contradiction(_ status: ReceiptStatus) -> ReceiptFailure {
        ReceiptFailure(
            .contradiction, status: status,
            "Each of the two services reports that the receipt belongs to the other. Refresh it.")
    }
}
