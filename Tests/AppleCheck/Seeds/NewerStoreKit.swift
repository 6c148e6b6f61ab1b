// Expected: 'winBackOffers' is only available in macOS 15.0 or newer
// Expected: 'offer' is only available in macOS 14.2 or newer
import StoreKit

public func offers(_ subscription: Product.SubscriptionInfo) -> Int { subscription.winBackOffers.count }

public func offer(_ transaction: Transaction) -> Transaction.Offer? { transaction.offer }
