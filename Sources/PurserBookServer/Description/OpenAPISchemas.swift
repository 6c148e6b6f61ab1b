#if Server
    import Purser
    import PurserFormats
    import PurserVerification

    /// The schemas of what is posted and answered, by their names.
    enum OpenAPISchemas {
        /// All of them.
        static let all = read(routes).merging(read(updates)) { $1 }

        /// A mistake in the texts leaves them out; a test finds that.
        private static func read(_ text: String) -> [String: JSONValue] {
            (try? SignedJSONReader.object(Array(text.utf8))) ?? [:]
        }

        private static let routes = """
            {
            "Error": {"type": "object", "required": ["error"], "properties": {"error": {"type": "string", "description": "What is wrong with the request, for a person."}}},
            "SignedText": {"type": "string", "description": "A compact JWS, as StoreKit has it in jwsRepresentation.", "pattern": "^[A-Za-z0-9_-]+\\\\.[A-Za-z0-9_-]+\\\\.[A-Za-z0-9_-]+$"},
            "Notification": {"type": "object", "required": ["signedPayload"], "properties": {"signedPayload": {"$ref": "#/components/schemas/SignedText"}}},
            "User": {"type": "string", "format": "uuid", "description": "The account token of the app's user."},
            "Milliseconds": {"type": "integer", "description": "Milliseconds since 1970."},
            "Entitlements": {"type": "object", "required": ["version", "products", "quantities"], "properties": {
              "version": {"const": 1},
              "products": {"type": "array", "items": {"type": "object", "required": ["id", "type"], "properties": {
                "id": {"type": "string"},
                "type": {"type": "string", "description": "The App Store's name of the type."},
                "expirationDate": {"$ref": "#/components/schemas/Milliseconds"}}}},
              "quantities": {"type": "object", "description": "How many of each consumable were bought and not refunded.", "additionalProperties": {"type": "integer"}}}},
            "Health": {"type": "object", "required": ["alive"], "properties": {"alive": {"const": true}}},
            "Readiness": {"type": "object", "required": ["ready", "doubtedSince"], "properties": {
              "ready": {"const": true},
              "doubtedSince": {"type": ["string", "null"], "format": "date-time", "description": "From when on updates may be missing, after the database was restored."}}},
            "Metrics": {"type": "string"},
            "Document": {"type": "object", "required": ["openapi", "info"], "properties": {"openapi": {"type": "string"}, "info": {"type": "object"}}}
            }
            """

        private static let updates = """
            {
            "UpdateKey": {"type": "string", "description": "The key of the update, the same for each repetition."},
            "PostTime": {"type": "string", "pattern": "^[0-9]+$", "description": "The moment of the post, in seconds since 1970."},
            "Signatures": {"type": "string", "description": "One or two signatures, separated by blanks: v1, and the Base64 of HMAC-SHA256 over id, timestamp and body, with points between.", "pattern": "^v1,[A-Za-z0-9+/=]+( v1,[A-Za-z0-9+/=]+)*$"},
            "Update": {"type": "object", "required": ["type", "timestamp", "data"], "properties": {
              "type": {"type": "string", "description": "update. and the kind of the update."},
              "timestamp": {"type": "string", "format": "date-time", "description": "When the update was recorded."},
              "data": {"type": "object", "required": ["version", "key", "user", "number", "kind", "epoch", "fence", "transaction"], "properties": {
                "version": {"const": 1},
                "key": {"$ref": "#/components/schemas/UpdateKey"},
                "user": {"$ref": "#/components/schemas/User"},
                "number": {"type": "integer", "description": "Its number among the user's updates, from 1 on."},
                "kind": {"type": "string", "description": "purchased, restored, renewed, revoked, reinstated, upgraded, changed or statusChanged; later versions may add kinds."},
                "epoch": {"type": "integer", "description": "Rises when the database has lost updates."},
                "fence": {"type": "string", "pattern": "^[0-9]+$", "description": "A 64-bit number that rises each time the user is given to a process."},
                "transaction": {"$ref": "#/components/schemas/Transaction"},
                "renewalInfo": {"$ref": "#/components/schemas/RenewalInfo"},
                "renewalState": {"type": "integer", "description": "The App Store's number of the subscription's state."}}}}},
            "Transaction": {"type": "object", "required": ["id", "productID", "productType", "purchaseDate"], "description": "A transaction; what the App Store has not reported is left out.", "properties": {
              "id": {"type": "string"}, "originalID": {"type": "string"}, "productID": {"type": "string"},
              "productType": {"type": "string"}, "purchasedQuantity": {"type": "integer"},
              "purchaseDate": {"$ref": "#/components/schemas/Milliseconds"},
              "originalPurchaseDate": {"$ref": "#/components/schemas/Milliseconds"},
              "expirationDate": {"$ref": "#/components/schemas/Milliseconds"},
              "revocationDate": {"$ref": "#/components/schemas/Milliseconds"},
              "revocationReason": {"type": "integer"}, "revocationType": {"type": "string"},
              "revocationPercentage": {"type": "integer", "description": "The refunded part, in thousandths of a percent."},
              "isUpgraded": {"type": "boolean"}, "ownershipType": {"type": "string"},
              "subscriptionGroupID": {"type": "string"}, "appAccountToken": {"$ref": "#/components/schemas/User"},
              "offer": {"$ref": "#/components/schemas/Offer"}, "reason": {"type": "string"}, "price": {"type": "number"},
              "currencyCode": {"type": "string"}, "storefrontCountryCode": {"type": "string"},
              "storefrontID": {"type": "string"}, "environment": {"type": "string"},
              "webOrderLineItemID": {"type": "string"}, "signedDate": {"$ref": "#/components/schemas/Milliseconds"},
              "jwsRepresentation": {"type": "string"}, "appTransactionID": {"type": "string"},
              "appBundleID": {"type": "string"}, "billingPlanType": {"type": "string"}, "commitmentInfo": {"type": "object"},
              "bundle": {"type": "object"}, "previousOriginalTransactionID": {"type": "string"},
              "advancedCommerceInfo": {"type": "string"}, "deviceVerification": {"type": "object"},
              "unknownFields": {"type": "string"}, "multiSeatInfo": {"type": "object"},
              "additionalTransactionReason": {"type": "string"}, "ledgerID": {"type": "string"}}},
            "Offer": {"type": "object", "required": ["type"], "properties": {
              "type": {"type": "integer"}, "id": {"type": "string"}, "paymentMode": {"type": "string"},
              "period": {"type": "string"}}},
            "RenewalInfo": {"type": "object", "required": ["originalTransactionID", "currentProductID", "willAutoRenew"], "properties": {
              "originalTransactionID": {"type": "string"}, "currentProductID": {"type": "string"},
              "willAutoRenew": {"type": "boolean"}, "autoRenewPreference": {"type": "string"},
              "expirationReason": {"type": "integer"}, "priceIncreaseStatus": {"type": "string"},
              "isInBillingRetry": {"type": "boolean"},
              "gracePeriodExpirationDate": {"$ref": "#/components/schemas/Milliseconds"},
              "offer": {"$ref": "#/components/schemas/Offer"}, "environment": {"type": "string"},
              "recentSubscriptionStartDate": {"$ref": "#/components/schemas/Milliseconds"},
              "renewalDate": {"$ref": "#/components/schemas/Milliseconds"}, "renewalPrice": {"type": "number"},
              "currencyCode": {"type": "string"}, "eligibleWinBackOfferIDs": {"type": "array", "items": {"type": "string"}},
              "appAccountToken": {"$ref": "#/components/schemas/User"}, "appTransactionID": {"type": "string"},
              "renewalBillingPlanType": {"type": "string"}, "commitmentInfo": {"type": "object"},
              "bundle": {"type": "object"}, "renewalQuantity": {"type": "integer"}, "multiSeatInfo": {"type": "object"},
              "signedDate": {"$ref": "#/components/schemas/Milliseconds"}, "deviceVerification": {"type": "object"},
              "jwsRepresentation": {"type": "string"}}}
            }
            """
    }
#endif
