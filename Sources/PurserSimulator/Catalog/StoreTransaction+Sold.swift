import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension StoreTransaction {
    /// The paid price minus the price of refunded seats.
    var amountLeft: Decimal? { multiSeatInfo?.remainingTiers.total ?? price }
}

extension StoreTransaction.Fields {
    /// Sets the storefront, the environment and the app.
    mutating func isSold(by settings: SimulatorSettings) {
        storefrontCountryCode = settings.storefront.countryCode
        storefrontID = settings.storefront.id
        appTransactionID = settings.app.transactionID
        appBundleID = settings.app.bundleID
        environment = settings.environment
    }

    /// Sets the seats and their prices.
    mutating func hasSeats(_ tiers: [StoreTransaction.MultiSeatInfo.PriceTier], of catalog: SimulatorCatalog) {
        purchasedQuantity = tiers.seats
        price = tiers.averagePrice
        multiSeatInfo = .init(
            invitationManagement: catalog.seatInvitations[productID] ?? .apple, priceTiers: tiers)
    }
}

extension StoreTransaction.MultiSeatInfo {
    /// The price tiers of the seats that are not refunded: the cheapest are refunded first.
    var remainingTiers: [PriceTier] { priceTiers.first(max(0, priceTiers.seats - max(0, revokedSeatQuantity ?? 0))) }
}

extension [StoreTransaction.MultiSeatInfo.PriceTier] {
    /// How many seats there are.
    package var seats: Int { reduce(0) { $0 + $1.quantity } }

    /// The price tiers of seats, the most expensive first.
    ///
    /// - Parameters:
    ///   - product: the subscribed product; its own price applies to seats that its tiers do not cover.
    ///   - price: the price of each seat, with an offer or for this customer; `nil` for the tiers' prices.
    ///   - seats: the first and the last seat.
    init(of product: StoreProduct?, each price: Decimal?, seats: ClosedRange<Int>) {
        let sold = product?.subscription?.tiers(ofSeats: seats.lowerBound, to: seats.upperBound)
        if price == nil, let sold {
            self = sold
        } else {
            self = [.init(price: price ?? product?.price ?? 0, quantity: seats.count)]
        }
    }

    /// The average price of one seat, rounded to thousandths, as the App Store signs prices.
    var averagePrice: Decimal {
        guard seats > 0 else { return 0 }
        let parts = "\(total / Decimal(seats))".split(separator: ".")
        guard parts.count == 2 else { return total / Decimal(seats) }
        return Decimal(string: "\(parts[0]).\(parts[1].prefix(3))") ?? 0
    }

    /// The first seats, which are the most expensive.
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

    /// The same seats for a part of a period: each price is rounded down to a payable amount.
    func prorated(_ left: Decimal, of whole: Decimal, currency: String?) -> Self {
        guard whole > 0, left < whole else { return self }
        let amounts = PayableAmounts(currency: currency)
        return map { .init(price: amounts.roundedDown($0.price * left / whole), quantity: $0.quantity) }
    }
}
