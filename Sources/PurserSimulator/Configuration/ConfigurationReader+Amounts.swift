import Purser
import PurserFormats

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ConfigurationReader {
    /// Records the prices that cannot be paid in the storefront's currency, with the amounts that are used.
    mutating func noteUnpayable(_ configuration: StoreKitConfiguration) {
        guard let currency = configuration.settings.storefront.currencyCode else { return }
        let payable = PayableAmounts(currency: currency)
        let hint = payable.digits == 0 ? "write a whole number" : "write at most \(payable.digits) digits after the dot"
        for product in configuration.allProducts {
            for (name, key, amount) in product.amounts where payable.nearest(amount) != amount {
                let entry = seen[product.id]?.entry ?? "$"
                log.warn(
                    key.isEmpty ? entry : "\(entry).\(key)",
                    "\(name) of \"\(product.id)\" is \(amount), which cannot be paid in \(currency); "
                        + "\(payable.nearest(amount)) is used; \(hint)")
            }
        }
    }
}

extension StoreKitConfiguration.Product {
    /// Everything that is charged for it: a name, the key of the product's entry, and the amount.
    fileprivate var amounts: [(name: String, key: String, amount: Decimal)] {
        var amounts = [("the price", "displayPrice", price)]
        for offer in subscription?.offers ?? [] {
            let name = offer.id.map { "the \(offer.type) offer \"\($0)\"" } ?? "the \(offer.type) offer"
            amounts.append(("the price of \(name)", "", offer.price))
        }
        for plan in subscription?.billingPlans ?? [] where plan.kind == .monthly && plan.isEnabled {
            amounts.append(("the monthly price", "billingPlans", plan.price))
            amounts.append(("the price of the commitment", "billingPlans", plan.commitmentPrice))
        }
        for tier in subscription?.seatPriceTiers ?? [] {
            amounts.append(("the price of a seat", "seatPriceTiers", tier.price))
        }
        return amounts
    }
}
