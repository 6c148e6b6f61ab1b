#if Verification
    public import Purser

    /// What a server tells Apple of a purchase for which a customer asks for a refund.
    ///
    /// Apple wants it within 12 hours of the notification `CONSUMPTION_REQUEST`, for consumables and subscriptions that renew.
    /// The client refuses to send what Apple would not take.
    public struct ConsumptionAnswer: RequestBody, Hashable {
        /// Whether the purchase was delivered, in Apple's spelling.
        public struct Delivery: RawRepresentable, Sendable, Hashable {
            /// The spelling.
            public var rawValue: String
            /// A value by its spelling.
            public init(rawValue: String) { self.rawValue = rawValue }
            /// It was, and it works.
            public static let delivered = Self(rawValue: "DELIVERED")
            /// It was not, or does not work: its quality.
            public static let qualityIssue = Self(rawValue: "UNDELIVERED_QUALITY_ISSUE")
            /// Something else was delivered.
            public static let wrongItem = Self(rawValue: "UNDELIVERED_WRONG_ITEM")
            /// It was not: an outage.
            public static let serverOutage = Self(rawValue: "UNDELIVERED_SERVER_OUTAGE")
            /// It was not, for another reason.
            public static let otherReason = Self(rawValue: "UNDELIVERED_OTHER")
        }

        /// What the app would do with the request, in Apple's spelling; Apple decides.
        public struct Preference: RawRepresentable, Sendable, Hashable {
            /// The spelling.
            public var rawValue: String
            /// A value by its spelling.
            public init(rawValue: String) { self.rawValue = rawValue }
            /// Decline it.
            public static let decline = Self(rawValue: "DECLINE")
            /// Pay everything back.
            public static let grantFull = Self(rawValue: "GRANT_FULL")
            /// Pay back what was not used.
            public static let grantProrated = Self(rawValue: "GRANT_PRORATED")
        }

        /// Whether the customer has agreed that Apple is told; without that nothing may be sent.
        public var customerConsented: Bool
        /// Whether it was delivered.
        public var delivery: Delivery
        /// Whether the customer could try it before, or read what it does.
        public var sampleContentProvided: Bool
        /// How much of it was used, in thousandths of a percent, from 0 to 100,000; `nil` to tell nothing.
        public var consumedThousandths: Int?
        /// What the app would do; `nil` to tell nothing.
        public var preference: Preference?
        /// The type of the product, which is not sent; `nil` when it is not known.
        ///
        /// Apple takes answers for two types alone.
        public var productType: StoreProduct.ProductType?

        /// An answer.
        public init(
            customerConsented: Bool, delivery: Delivery, sampleContentProvided: Bool = false,
            consumedThousandths: Int? = nil, preference: Preference? = nil,
            productType: StoreProduct.ProductType? = nil
        ) {
            self.customerConsented = customerConsented
            self.delivery = delivery
            self.sampleContentProvided = sampleContentProvided
            self.consumedThousandths = consumedThousandths
            self.preference = preference
            self.productType = productType
        }

        var members: BodyMembers {
            var members = BodyMembers()
            members.set("customerConsented", customerConsented)
            members.set("deliveryStatus", delivery.rawValue)
            members.set("sampleContentProvided", sampleContentProvided)
            members.set("consumptionPercentage", consumedThousandths)
            members.set("refundPreference", preference?.rawValue)
            return members
        }

        /// Why Apple would not take it; `nil` when nothing is wrong with it.
        public var fault: String? {
            if !customerConsented { return "the customer has not agreed that Apple is told; do not answer then" }
            if let consumedThousandths, !(0...100_000).contains(consumedThousandths) {
                return "its share is \(consumedThousandths) thousandths of a percent; 0 to 100,000 are possible"
            }
            if let productType, productType != .consumable, productType != .autoRenewable {
                return
                    "Apple takes answers for consumables and renewing subscriptions, and this is a \(productType.rawValue)"
            }
            return nil
        }
    }
#endif
