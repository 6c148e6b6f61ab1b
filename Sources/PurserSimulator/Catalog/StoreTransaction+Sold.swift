import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension StoreTransaction {
    /// What was paid for it, less what seats cost that were given back.
    var amountLeft: Decimal? { multiSeatInfo?.remainingTiers.total ?? price }
}

extension StoreTransaction.Fields {
    /// Says where it is sold, and by which app.
    mutating func isSold(by settings: SimulatorSettings) {
        storefrontCountryCode = settings.storefront.countryCode
        storefrontID = settings.storefront.id
        appTransactionID = settings.app.transactionID
        appBundleID = settings.app.bundleID
        environment = settings.environment
    }

    /// Says how many seats it has, and what they cost.
    mutating func hasSeats(_ tiers: [StoreTransaction.MultiSeatInfo.PriceTier], of catalog: SimulatorCatalog) {
        purchasedQuantity = tiers.seats
        price = tiers.averagePrice
        multiSeatInfo = .init(
            invitationManagement: catalog.seatInvitations[productID] ?? .apple, priceTiers: tiers)
    }
}

extension StoreTransaction.MultiSeatInfo {
    /// What the seats cost that were not given back: the cheapest ones are given back first.
    var remainingTiers: [PriceTier] { priceTiers.first(max(0, priceTiers.seats - max(0, revokedSeatQuantity ?? 0))) }
}

extension [StoreTransaction.MultiSeatInfo.PriceTier] {
    /// At which prices seats are sold, the dearest first.
    ///
    /// - Parameters:
    ///   - product: what is subscribed to; where its tiers do not cover the seats, its own price counts.
    ///   - price: what each seat costs, with an offer or for this customer; `nil` for what the tiers say.
    ///   - seats: the first and the last seat.
    init(of product: StoreProduct?, each price: Decimal?, seats: ClosedRange<Int>) {
        let sold = product?.subscription?.tiers(ofSeats: seats.lowerBound, to: seats.upperBound)
        if price == nil, let sold {
            self = sold
        } else {
            self = [.init(price: price ?? product?.price ?? 0, quantity: seats.count)]
        }
    }

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

    /// The same seats for a part of a period: each price rounded down to what can be paid.
    func prorated(_ left: Decimal, of whole: Decimal, currency: String?) -> Self {
        guard whole > 0, left < whole else { return self }
        return map { tier in
            .init(price: PriceText.roundedDown(tier.price * left / whole, currency: currency), quantity: tier.quantity)
        }
    }
}
