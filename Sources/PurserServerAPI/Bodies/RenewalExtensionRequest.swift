#if Verification
    /// The length and the reason of an extension of subscriptions.
    public struct RenewalExtensionRequest: RequestBody, Hashable {
        /// The reason of an extension, by Apple's number.
        public struct Reason: RawRepresentable, Sendable, Hashable {
            /// The number.
            public var rawValue: Int
            /// A reason by its number.
            public init(rawValue: Int) { self.rawValue = rawValue }
            /// No reason is given.
            public static let undeclared = Self(rawValue: 0)
            /// The customer's satisfaction.
            public static let customerSatisfaction = Self(rawValue: 1)
            /// Another reason.
            public static let other = Self(rawValue: 2)
            /// An outage of the service.
            public static let serviceIssue = Self(rawValue: 3)
        }

        /// The number of days, from 1 to 90.
        public var days: Int
        /// The reason.
        public var reason: Reason
        /// The caller's identifier of the request, at most 128 characters.
        ///
        /// For an extension for all subscribers it is a UUID.
        public var requestID: String

        /// A request for an extension.
        public init(days: Int, reason: Reason, requestID: String) {
            self.days = days
            self.reason = reason
            self.requestID = requestID
        }

        var members: BodyMembers {
            var members = BodyMembers()
            members.set("extendByDays", days)
            members.set("extendReasonCode", reason.rawValue)
            members.set("requestIdentifier", requestID)
            return members
        }

        var fault: String? {
            if !(1...90).contains(days) { return "it extends by \(days) days; 1 to 90 are allowed" }
            if requestID.count > 128 { return "requestID has \(requestID.count) characters; at most 128 are allowed" }
            return requestID.isIdentifier ? nil : "requestID \(String.identifierFault)"
        }
    }

    /// An extension for all subscribers of a product.
    struct MassRenewalExtensionRequest: RequestBody {
        var request: RenewalExtensionRequest
        var productID: String
        var storefronts: [String]?

        var members: BodyMembers {
            var members = request.members
            members.set("productId", productID)
            members.set("storefrontCountryCodes", storefronts)
            return members
        }

        var fault: String? {
            if !productID.isIdentifier { return "productID \(String.identifierFault)" }
            return storefronts?.isEmpty == true
                ? "the list of storefronts is empty; pass nil for all storefronts" : request.fault
        }
    }
#endif
