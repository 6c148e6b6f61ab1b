import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What seats that are asked for are to a subscription of the same product that runs.
enum SeatWish: Sendable {
    /// They are added to its present period.
    case adds(to: SubscriptionLine)
    /// They replace it at once, for it was bought without seats.
    case replaces
}

// What may be asked for of subscriptions with seats, and what it costs.
extension SimulatedAccountState {
    /// Rejects a payment for seats that are not sold.
    func checkSeats(of payment: BackendPayment, for product: StoreProduct) throws(BackendError) {
        guard let seats = payment.options.seats else { return }
        guard !followsStoreKit1 else {
            throw BackendError(
                .unsupportedPlatform,
                "StoreKit 1 sells no seats: \(seats) of \(product.id) were asked for. Use StoreKit 2.")
        }
        guard let subscription = product.subscription, subscription.supportsMultiSeatPurchase else {
            throw BackendError(
                .paymentInvalid,
                "\(product.id) is sold without seats, and \(seats) were asked for. Leave the option out, or give the product seatPriceTiers."
            )
        }
        guard !payment.isMonthly else {
            throw BackendError(
                .paymentInvalid, "The seats of \(product.id) are billed up front only. Leave the billing plan out.")
        }
        guard subscription.price(ofSeats: seats) != nil else {
            throw BackendError(
                .invalidQuantity,
                "\(product.id) is not sold with \(seats) seats. Ask price(ofSeats:) of its subscription which numbers are."
            )
        }
    }

    /// What seats that are asked for are to a subscription of the same product that runs.
    ///
    /// - Returns: `nil` when no seats are asked for, or none of the product runs.
    /// - Throws: `.invalidQuantity` when there are as many seats already, `.paymentInvalid` when none can be added now.
    func seatWish(
        for product: StoreProduct, _ payment: BackendPayment, at now: Timestamp
    ) throws(BackendError) -> SeatWish? {
        guard let seats = payment.options.seats, let group = product.subscription?.subscriptionGroupID,
            activeTransaction(in: group, at: now) != nil, let line = book.lines[group], line.productID == product.id
        else { return nil }
        guard let present = self.seats(of: line) else { return .replaces }
        guard seats > present else {
            throw BackendError(
                .invalidQuantity,
                "\(product.id) has \(present) seats, and \(seats) were asked for. Name a total of more seats; the customer chooses fewer in the system's settings, for the next period."
            )
        }
        guard line.phase == .active else {
            throw BackendError(
                .paymentInvalid,
                "\(product.id) could not be renewed yet, and takes no more seats until it is. Resolve the payment first."
            )
        }
        guard WantedOffer(payment.options) == nil else {
            throw BackendError(
                .paymentInvalid,
                "Seats that are added to \(product.id) cost what the others do. Leave the offer out.")
        }
        return .adds(to: line)
    }

    /// How many seats the present period of a line has; `nil` without seats.
    func seats(of line: SubscriptionLine) -> Int? {
        line.parts.isEmpty ? nil : line.parts.reduce(0) { $0 + (book[$1].transaction.seats ?? 0) }
    }

    /// The place of the last transaction of the present period that was not taken back; `nil` when all were.
    func standingPart(of line: SubscriptionLine) -> Int? {
        line.places.last { book[$0].transaction.revocationTime == nil }
    }

    /// At which prices seats are sold, the dearest first.
    ///
    /// - Parameters:
    ///   - product: what is subscribed to; where its tiers do not cover the seats, its own price counts.
    ///   - price: what each seat costs, with an offer or for this customer; `nil` for what the tiers say.
    ///   - seats: the first and the last seat.
    func tiers(
        of product: StoreProduct?, each price: Decimal?, seats: ClosedRange<Int>
    ) -> [StoreTransaction.MultiSeatInfo.PriceTier] {
        if price == nil,
            let tiers = product?.subscription?.tiers(ofSeats: seats.lowerBound, to: seats.upperBound)
        {
            return tiers
        }
        return [.init(price: price ?? product?.price ?? 0, quantity: seats.count)]
    }

    /// Says of a transaction how many seats it has, and what they cost.
    func describe(
        _ tiers: [StoreTransaction.MultiSeatInfo.PriceTier], of fields: inout StoreTransaction.Fields
    ) {
        fields.purchasedQuantity = tiers.seats
        fields.price = tiers.averagePrice
        fields.multiSeatInfo = .init(
            invitationManagement: catalog.seatInvitations[fields.productID] ?? .apple, priceTiers: tiers)
    }
}

extension StoreTransaction.MultiSeatInfo {
    /// What the seats cost that were not given back: the cheapest ones are given back first.
    var standingTiers: [PriceTier] { priceTiers.first(max(0, priceTiers.seats - max(0, revokedSeatQuantity ?? 0))) }
}

extension StoreTransaction {
    /// What was paid for it, less what seats cost that were given back.
    var amountLeft: Decimal? { multiSeatInfo?.standingTiers.total ?? price }
}

extension [StoreTransaction.MultiSeatInfo.PriceTier] {
    /// What one seat costs on average, to the thousandth, as the store signs prices.
    var averagePrice: Decimal {
        guard seats > 0 else { return 0 }
        let parts = "\(total / Decimal(seats))".split(separator: ".")
        guard parts.count == 2 else { return total / Decimal(seats) }
        return Decimal(string: "\(parts[0]).\(parts[1].prefix(3))") ?? 0
    }

    /// The first seats, which are the dearest.
    func first(_ seats: Int) -> Self {
        var left = seats
        return compactMap { tier in
            let quantity = Swift.min(tier.quantity, left)
            left -= quantity
            return quantity > 0 ? .init(price: tier.price, quantity: quantity) : nil
        }
    }

    /// The last seats, which are the cheapest.
    func last(_ seats: Int) -> Self { Array(reversed()).first(seats).reversed() }
}
