#if Verification
    /// By how much and why subscriptions are extended.
    public struct RenewalExtensionRequest: RequestBody, Hashable {
        /// Why subscriptions are extended, by Apple's numbers.
        public struct Reason: RawRepresentable, Sendable, Hashable {
            /// The number.
            public var rawValue: Int
            /// A reason by its number.
            public init(rawValue: Int) { self.rawValue = rawValue }
            /// None that is told.
            public static let undeclared = Self(rawValue: 0)
            /// The customer's satisfaction.
            public static let customerSatisfaction = Self(rawValue: 1)
            /// Another reason.
            public static let other = Self(rawValue: 2)
            /// An outage of the service.
            public static let serviceIssue = Self(rawValue: 3)
        }

        /// How many days, from 1 to 90.
        public var days: Int
        /// Why.
        public var reason: Reason
        /// The caller's own identifier of the request, at most 128 characters; for an extension of all subscriptions a UUID.
        public var requestID: String

        /// A request.
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
            if !(1...90).contains(days) { return "it extends by \(days) days; 1 to 90 are possible" }
            return requestID.isEmpty || requestID.count > 128
                ? "its identifier has \(requestID.count) characters; 1 to 128 are possible" : nil
        }
    }

    /// Which subscriptions are extended, beside by how much and why.
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
            if productID.isEmpty { return "it names no product" }
            return storefronts?.isEmpty == true
                ? "its list of storefronts is empty; leave it out for all" : request.fault
        }
    }
#endif
