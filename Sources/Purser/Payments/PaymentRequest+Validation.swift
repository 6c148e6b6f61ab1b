#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

extension PaymentRequest {
    /// Checks the documented limits, so that invalid values never reach ledger or backend.
    ///
    /// - Throws: ``PurchaseFailure`` with `.invalidRequest` or `.invalidQuantity`.
    func validate() throws(PurchaseFailure) {
        try Self.validate(productID: productID)
        guard (1...Self.maximumQuantity).contains(quantity) else {
            throw PurchaseFailure(
                .invalidQuantity,
                "The quantity is \(quantity); the store takes 1 to \(Self.maximumQuantity) in one payment.",
                productID: productID)
        }
        if !options.isEmpty { try validateOptions() }
        guard !context.isEmpty else { return }
        let bytes = context.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
        guard bytes <= Self.maximumContextBytes else {
            throw PurchaseFailure(
                .invalidRequest,
                "The context has \(bytes) bytes; at most \(Self.maximumContextBytes) are allowed. Store large data "
                    + "elsewhere, and put its key here.",
                productID: productID)
        }
    }

    private func validateOptions() throws(PurchaseFailure) {
        if let fault = IntakeFault.of(options: options) { throw fault.failure(productID) }
        try validateSeats()
        var subjects: Set<String> = []
        for option in options where !subjects.insert(option.subject).inserted {
            throw PurchaseFailure(
                .invalidRequest,
                "Two options set \(option.subject.prefix(100)); remove one of them.",
                productID: productID)
        }
    }

    /// Validates the number of seats, which is a total; a quantity besides it would have no meaning.
    private func validateSeats() throws(PurchaseFailure) {
        guard let seats = options.seats else { return }
        guard (1...Self.maximumSeats).contains(seats) else {
            throw PurchaseFailure(
                .invalidQuantity,
                "\(seats) seats are requested; 1 to \(Self.maximumSeats) are allowed. Pass the total after the "
                    + "purchase.",
                productID: productID)
        }
        guard quantity == 1 else {
            throw PurchaseFailure(
                .invalidQuantity,
                "A subscription with seats is bought once: leave the quantity at 1, and set \(seats) seats in the "
                    + "option.",
                productID: productID)
        }
    }

    /// Checks an identifier: not empty, not too long, no control characters.
    static func validate(productID: String) throws(PurchaseFailure) {
        guard let fault = IntakeFault.of(identifier: productID, "product identifier") else { return }
        throw fault.failure(String(productID.prefix(80).map { $0.asciiValue.map { $0 < 0x20 } == true ? "?" : $0 }))
    }
}

extension PaymentQueue {
    /// Checks whether the customer may make payments.
    ///
    /// - Throws: ``PurchaseFailure`` with `.paymentNotAllowed`.
    nonisolated func checkPayments(of request: PaymentRequest) throws(PurchaseFailure) {
        guard tools.backend.canMakePayments else {
            throw PurchaseFailure(
                .paymentNotAllowed, "Payments are not allowed on this device; offer no purchases until they are.",
                productID: request.productID)
        }
    }
}

extension IntakeFault {
    /// The failure of a request with this fault.
    func failure(_ productID: String? = nil) -> PurchaseFailure {
        PurchaseFailure(.invalidRequest, "\(description). Correct the call.".sentence, productID: productID)
    }
}

extension String {
    /// The same beginning with a capital letter.
    fileprivate var sentence: String { prefix(1).uppercased() + dropFirst() }
}

/// The account token for the requests of a user.
package struct AccountRule: Sendable {
    /// The current user.
    package let user: UUID

    /// The account token for a request of the current user: that user's.
    ///
    /// - Throws: ``PurchaseFailure`` with `.invalidRequest` when it names another account.
    package func account(of request: PaymentRequest) throws(PurchaseFailure) -> UUID {
        guard let token = request.appAccountToken, token != user else { return user }
        throw PurchaseFailure(
            .invalidRequest,
            "The account token is \(Wording.user(token)), but the current user is \(Wording.user(user)). Omit the "
                + "token, or call switchAccount(to:) first.",
            productID: request.productID)
    }
}
