/// The one place where all reports of a backend are checked against ``IntakeLimits``.
///
/// A transaction outside the limits stays in its place, marked as such: a call that waits for it throws, and it is not
/// processed. Any other event outside the limits is dropped.
package enum IntakeValidation {
    /// The accepted events, and the rejected reports.
    package struct Outcome: Sendable {
        /// The accepted batches.
        package var batches: [[BackendEvent]]
        /// The other rejected events; transactions are reported later, when it is known which calls wait for them.
        package var rejected: [RejectedReport] = []
    }

    /// Checks batches; nearly always they are unchanged.
    package static func validate(_ batches: [[BackendEvent]]) -> Outcome {
        var outcome = Outcome(batches: batches)
        for index in batches.indices where batches[index].containsInPlace(where: { fault(in: $0) != nil }) {
            outcome.batches[index] = validate(batches[index], &outcome.rejected)
        }
        return outcome
    }

    private static func validate(_ batch: [BackendEvent], _ rejected: inout [RejectedReport]) -> [BackendEvent] {
        batch.compactMap { event in
            guard let fault = fault(in: event) else { return event }
            if case .transaction(var reported) = event {
                reported.verification = .outOfLimits(fault.description)
                return .transaction(reported)
            }
            rejected.append(fault.report(of: event))
            return event.withoutFault
        }
    }

    private static func fault(in event: borrowing BackendEvent) -> IntakeFault? {
        switch event {
        case .transaction(let reported): IntakeFault.of(reported.transaction)
        case .paymentEnded(let ending): ending.fault
        case .renewalInfo(let reported): reported.renewalInfo.fault
        case .promotedPurchase(let purchase): purchase.fault
        case .entitlementsRevoked(let productIDs): IntakeFault.of(productIDs, "revoked products")
        case .storefrontChanged(let storefront): storefront.fault
        case .subscriptionStatus(let status): status.fault
        case .message, .restoreEnded, .caughtUp: nil
        }
    }
}

extension BackendEvent {
    /// The event without its parts outside the limits; `nil` when nothing is left.
    fileprivate var withoutFault: BackendEvent? {
        switch self {
        // Its caller is still answered; a transaction without a valid identifier cannot be finished.
        case .paymentEnded(var ending) where ending.token != nil:
            ending.productID = Wording.short(ending.productID, limit: IntakeLimits.identifierBytes)
            ending.failedTransactionID = nil
            return .paymentEnded(ending)
        case .entitlementsRevoked(let productIDs):
            let valid = productIDs.prefix(IntakeLimits.listedIdentifiers)
                .filter { IntakeFault.of(identifier: $0, "product identifier") == nil }
            return valid.isEmpty ? nil : .entitlementsRevoked(productIDs: valid)
        // It only has to report that products and prices may differ.
        case .storefrontChanged: return .storefrontChanged(StoreStorefront(countryCode: "", currencyCode: ""))
        default: return nil
        }
    }
}
