#if Verification
    public import Foundation

    /// The answer to a consumption request in the first version of the call, which Apple has deprecated.
    ///
    /// Use ``ConsumptionAnswer`` unless you need this version. The numbers are Apple's; `nil` values are not sent.
    public struct OldConsumptionAnswer: RequestBody, Hashable {
        /// Whether the customer has consented to this answer.
        public var customerConsented: Bool
        /// Whether the customer could try the product before the purchase.
        public var sampleContentProvided: Bool
        /// The app's user; `nil` for none.
        public var appAccountToken: UUID?
        /// The consumed part: 0 undeclared, 1 nothing, 2 a part, 3 all.
        public var consumptionStatus: Int?
        /// The platform on which it was consumed: 0 undeclared, 1 Apple, 2 another.
        public var platform: Int?
        /// Whether it was delivered: 0 delivered and working, 1 to 5 not delivered.
        public var deliveryStatus: Int?
        /// The age of the customer's account: 0 undeclared, 1 below 3 days, up to 7 above a year.
        public var accountTenure: Int?
        /// The time that the customer used the app: 0 undeclared, 1 below 5 minutes, up to 7 above 16 days.
        public var playTime: Int?
        /// The sum of the customer's refunds so far: 0 undeclared, 1 nothing, up to 7 above 2,000 US dollars.
        public var lifetimeDollarsRefunded: Int?
        /// The sum of the customer's purchases so far: 0 undeclared, 1 nothing, up to 7 above 2,000 US dollars.
        public var lifetimeDollarsPurchased: Int?
        /// The customer's account: 0 undeclared, 1 active, 2 suspended, 3 terminated, 4 limited.
        public var userStatus: Int?
        /// The app's preference for the refund: 0 undeclared, 1 grant, 2 decline, 3 no preference.
        public var refundPreference: Int?

        /// An answer to a consumption request.
        public init(customerConsented: Bool, sampleContentProvided: Bool = false, appAccountToken: UUID? = nil) {
            self.customerConsented = customerConsented
            self.sampleContentProvided = sampleContentProvided
            self.appAccountToken = appAccountToken
        }

        var members: BodyMembers {
            var members = BodyMembers()
            members.set("customerConsented", customerConsented)
            members.set("sampleContentProvided", sampleContentProvided)
            // Apple requires this member even without a user.
            members.set("appAccountToken", appAccountToken?.uuidString.lowercased() ?? "")
            members.set("consumptionStatus", consumptionStatus)
            members.set("platform", platform)
            members.set("deliveryStatus", deliveryStatus)
            members.set("accountTenure", accountTenure)
            members.set("playTime", playTime)
            members.set("lifetimeDollarsRefunded", lifetimeDollarsRefunded)
            members.set("lifetimeDollarsPurchased", lifetimeDollarsPurchased)
            members.set("userStatus", userStatus)
            members.set("refundPreference", refundPreference)
            return members
        }

        var fault: String? {
            customerConsented ? nil : "the customer has not consented; do not answer without consent"
        }
    }
#endif
