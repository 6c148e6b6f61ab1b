#if Server
    import Foundation
    import Purser
    import PurserTesting
    import TestDatabase

    extension StoreTransaction {
        /// A version of a purchase, of users whose numbers begin with one.
        static func thing(
            _ type: StoreProduct.ProductType, as version: MovingPurchase.Version, id: String = "L", users first: Int = 0
        ) -> StoreTransaction {
            var fields = Fields(id: id, productID: "thing", productType: type, purchaseTime: at(0))
            (fields.appAccountToken, fields.signedTime) = (TestDatabase.user(first + version.user), at(version.time))
            fields.environment = .sandbox
            if type == .autoRenewable {
                (fields.subscriptionGroupID, fields.expirationTime) = ("group of thing", at(2_000))
            }
            if version.isRefunded { fields.revocationTime = at(version.time) }
            return StoreTransaction(fields)
        }
    }
#endif
