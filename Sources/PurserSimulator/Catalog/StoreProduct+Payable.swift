import Purser

extension StoreProduct {
    /// The product at prices that can be paid in its currency.
    var payable: StoreProduct {
        let amounts = PayableAmounts(currency: currencyCode)
        var product = self
        product.price = amounts.nearest(price)
        guard var subscription = product.subscription else { return product }
        for offer in subscription.offers.indices {
            subscription.offers[offer].price = amounts.nearest(subscription.offers[offer].price)
        }
        for tier in subscription.seatPriceTiers.indices {
            subscription.seatPriceTiers[tier].price = amounts.nearest(subscription.seatPriceTiers[tier].price)
        }
        product.subscription = subscription
        return product
    }

    /// The product in another currency, at the same numbers as far as they can be paid there, without texts of prices.
    func priced(in currency: String?) -> StoreProduct {
        var product = self
        (product.currencyCode, product.displayPrice) = (currency, "")
        if var subscription = product.subscription {
            for offer in subscription.offers.indices { subscription.offers[offer].displayPrice = "" }
            for tier in subscription.seatPriceTiers.indices { subscription.seatPriceTiers[tier].displayPrice = "" }
            product.subscription = subscription
        }
        return product.payable
    }
}
