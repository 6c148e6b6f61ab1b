import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// The checks on a purchase before any decision.
extension SimulatorCatalog {
    /// Returns the product with this identifier.
    ///
    /// - Throws: `.storeProductNotAvailable` if it is not sold.
    func sold(_ id: String) throws(BackendFailure) -> StoreProduct {
        guard let product = unpriced(id) else { throw notSold(id) }
        return product
    }

    /// The error for a product that is not sold: where it is missing, what is sold, and what to do.
    func notSold(_ id: String) -> BackendFailure {
        let place = file.map { "the StoreKit configuration \($0)" } ?? "the catalog of this App Store"
        let ids = productIDs
        let sold =
            Nearest.word(to: id, of: ids).map { "Did you mean \($0)?" }
            ?? (ids.isEmpty ? "It has no products." : "Its products are \(Wording.list(ids)).")
        let skipped =
            skippedEntries == 0
            ? "" : " \(Wording.count(skippedEntries, "mistake")) in it left entries out: read its diagnostics."
        return BackendFailure(
            .storeProductNotAvailable,
            "\(Wording.short(id, limit: 256)) is not sold: \(place) has no product with this identifier. \(sold)\(skipped) "
                + "Correct the identifier, or add the product there.")
    }

    /// Returns the product of a payment that may be made; throws the reason if the payment must be rejected before any
    /// decision.
    func payableProduct(of payment: BackendPayment, isStoreKit1: Bool) throws(BackendFailure) -> StoreProduct {
        let product = try sold(payment.productID)
        let takesQuantity = product.type == .consumable || product.type == .nonRenewable
        guard (1...(takesQuantity ? PaymentRequest.maximumQuantity : 1)).contains(payment.quantity) else {
            throw BackendFailure(
                .paymentInvalid,
                takesQuantity
                    ? "The quantity is \(payment.quantity); 1 to \(PaymentRequest.maximumQuantity) are sold in one payment."
                    : "\(product.id) is sold with a quantity of 1, not \(payment.quantity). Remove the quantity.")
        }
        try check(payment, for: product, isStoreKit1: isStoreKit1)
        return product
    }

    /// Rejects a payment with a plan or with seats that are not sold.
    func check(_ payment: BackendPayment, for product: StoreProduct, isStoreKit1: Bool) throws(BackendFailure) {
        guard !payment.isMonthly || monthlyPlans[product.id] != nil else {
            throw BackendFailure(.paymentInvalid, "\(product.id) is billed up front only. Remove the billing plan.")
        }
        guard let seats = payment.options.seats else { return }
        guard !isStoreKit1 else {
            throw BackendFailure(
                .unsupportedPlatform,
                "StoreKit 1 sells no seats, but \(seats) of \(product.id) were requested. Use StoreKit 2.")
        }
        guard let subscription = product.subscription, subscription.supportsMultiSeatPurchase else {
            throw BackendFailure(
                .paymentInvalid,
                "\(product.id) is sold without seats, but \(seats) were requested. Remove the option, or set the "
                    + "product's seatPriceTiers."
            )
        }
        guard !payment.isMonthly else {
            throw BackendFailure(
                .paymentInvalid, "The seats of \(product.id) are billed up front only. Remove the billing plan.")
        }
        guard subscription.price(ofSeats: seats) != nil else {
            throw BackendFailure(
                .invalidQuantity,
                "\(product.id) is not sold with \(seats) seats. Check price(ofSeats:) of its subscription first."
            )
        }
    }

    /// The price of a quantity with an offer; for a subscription, of the first period, or of the offer that is paid up
    /// front.
    func price(of product: StoreProduct, quantity: Int, offer: StoreOffer?, isMonthly: Bool) -> Decimal {
        let plan = isMonthly ? monthlyPlans[product.id] : nil
        let single = PeriodPrice(of: product, own: offer?.amount ?? plan?.price, seats: nil).price ?? product.price
        return quantity == 1 ? single : single * Decimal(quantity)
    }
}

extension SimulatorSettings {
    /// The customer's app transaction, signed now.
    ///
    /// - Parameter start: the customer's first purchase date of the app; `nil` for now.
    func appTransaction(since start: Timestamp?, at now: Timestamp) -> StoreAppTransaction {
        var transaction = StoreAppTransaction(
            bundleID: app.bundleID, appVersion: app.version, originalAppVersion: app.originalVersion,
            originalPurchaseDate: (start ?? now).date, environment: environment)
        transaction.appID = app.appID
        transaction.appTransactionID = app.transactionID
        transaction.signedDate = now.date
        return transaction
    }
}

extension StoreOffer {
    /// The price of one payment of the offer.
    var amount: Decimal { paymentMode == .freeTrial ? 0 : price }
}

extension BackendPayment {
    /// Whether it is for the monthly plan with a commitment.
    var isMonthly: Bool {
        options.contains {
            if case .billingPlanType(let type) = $0.value { type != .upFront } else { false }
        }
    }

    /// Whether it names a billing plan.
    var namesPlan: Bool { options.contains { if case .billingPlanType = $0.value { true } else { false } } }

    /// Whether it simulates Ask to Buy in the sandbox.
    var simulatesAskToBuy: Bool { options.contains(.simulatesAskToBuyInSandbox(true)) }
}
