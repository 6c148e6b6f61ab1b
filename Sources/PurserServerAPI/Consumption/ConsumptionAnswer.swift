#if Verification
    public import Purser

    /// The answer to a consumption request: the app's data about a purchase whose refund the customer requested.
    ///
    /// Apple waits 12 hours for it after the notification `CONSUMPTION_REQUEST`, and accepts it for consumables and
    /// auto-renewable subscriptions. The client does not send an answer that Apple would reject: see ``fault``.
    public struct ConsumptionAnswer: RequestBody, Hashable {
        /// Whether the purchase was delivered, in Apple's spelling.
        public struct Delivery: RawRepresentable, Sendable, Hashable {
            /// The spelling.
            public var rawValue: String
            /// A value by its spelling.
            public init(rawValue: String) { self.rawValue = rawValue }
            /// It was delivered, and it works.
            public static let delivered = Self(rawValue: "DELIVERED")
            /// It was not delivered, or it does not work: a quality issue.
            public static let qualityIssue = Self(rawValue: "UNDELIVERED_QUALITY_ISSUE")
            /// Another item was delivered.
            public static let wrongItem = Self(rawValue: "UNDELIVERED_WRONG_ITEM")
            /// It was not delivered, because of a server outage.
            public static let serverOutage = Self(rawValue: "UNDELIVERED_SERVER_OUTAGE")
            /// It was not delivered, for another reason.
            public static let otherReason = Self(rawValue: "UNDELIVERED_OTHER")
        }

        /// The app's preference for the refund, in Apple's spelling; Apple decides.
        public struct Preference: RawRepresentable, Sendable, Hashable {
            /// The spelling.
            public var rawValue: String
            /// A value by its spelling.
            public init(rawValue: String) { self.rawValue = rawValue }
            /// Decline the refund.
            public static let decline = Self(rawValue: "DECLINE")
            /// Refund the whole price.
            public static let grantFull = Self(rawValue: "GRANT_FULL")
            /// Refund the part that was not used.
            public static let grantProrated = Self(rawValue: "GRANT_PRORATED")
        }

        /// Whether the customer has consented to this answer; without consent nothing may be sent.
        public var customerConsented: Bool
        /// Whether the purchase was delivered.
        public var delivery: Delivery
        /// Whether the customer could try the product before the purchase, or read a description of it.
        public var sampleContentProvided: Bool
        /// The consumed part, in thousandths of a percent, from 0 to 100,000; `nil` to send nothing.
        public var consumedThousandths: Int?
        /// The app's preference; `nil` to send none.
        public var preference: Preference?
        /// The type of the product, for the check in ``fault``; it is not sent.
        ///
        /// `nil` if it is not known.
        public var productType: StoreProduct.ProductType?

        /// An answer to a consumption request.
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

        /// The reason why Apple would reject it; `nil` if it is valid.
        public var fault: String? {
            if !customerConsented { return "the customer has not consented; do not answer without consent" }
            if let consumedThousandths, !(0...100_000).contains(consumedThousandths) {
                return "consumedThousandths is \(consumedThousandths); 0 to 100,000 are allowed"
            }
            if let productType, productType != .consumable, productType != .autoRenewable {
                return
                    "Apple accepts answers for consumables and auto-renewable subscriptions only, not for a "
                    + "\(productType.rawValue)"
            }
            return nil
        }
    }
#endif
