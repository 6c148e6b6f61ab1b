// Expected: 'winBackOffers' is only available in macOS 15.0 or newer
// Expected: 'offer' is only available in macOS 14.2 or newer
import StoreKit

/// Newer than the floor.
public func offers(_ subscription: Product.SubscriptionInfo) -> Int { subscription.winBackOffers.count }

/// Newer than the floor.
public func offer(_ transaction: Transaction) -> Transaction.Offer? { transaction.offer }
