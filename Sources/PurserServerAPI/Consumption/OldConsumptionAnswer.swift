#if Verification
    public import Foundation

    /// What a server tells Apple of a consumable in the first form of the call, which Apple has deprecated.
    ///
    /// The numbers are Apple's; `nil` sends none. Use ``ConsumptionAnswer`` where nothing else is needed.
    public struct OldConsumptionAnswer: RequestBody, Hashable {
        /// Whether the customer has agreed that Apple is told.
        public var customerConsented: Bool
        /// Whether the customer could try it before.
        public var sampleContentProvided: Bool
        /// The app's user; `nil` for none.
        public var appAccountToken: UUID?
        /// How much was used: 0 undeclared, 1 nothing, 2 a part, 3 all.
        public var consumptionStatus: Int?
        /// Where: 0 undeclared, 1 on an Apple platform, 2 elsewhere.
        public var platform: Int?
        /// Whether it was delivered: 0 it was and works, 1 to 5 it was not.
        public var deliveryStatus: Int?
        /// How old the customer's account is: 0 undeclared, 1 below 3 days, up to 7 above a year.
        public var accountTenure: Int?
        /// How long the customer used the app: 0 undeclared, 1 below 5 minutes, up to 7 above 16 days.
        public var playTime: Int?
        /// What the customer was paid back so far: 0 undeclared, 1 nothing, up to 7 above 2,000 US dollars.
        public var lifetimeDollarsRefunded: Int?
        /// What the customer has paid so far: 0 undeclared, 1 nothing, up to 7 above 2,000 US dollars.
        public var lifetimeDollarsPurchased: Int?
        /// The customer's account: 0 undeclared, 1 active, 2 suspended, 3 terminated, 4 limited.
        public var userStatus: Int?
        /// What the app would do: 0 undeclared, 1 grant, 2 decline, 3 no preference.
        public var refundPreference: Int?

        /// An answer.
        public init(customerConsented: Bool, sampleContentProvided: Bool = false, appAccountToken: UUID? = nil) {
            self.customerConsented = customerConsented
            self.sampleContentProvided = sampleContentProvided
            self.appAccountToken = appAccountToken
        }

        var members: BodyMembers {
            var members = BodyMembers()
            members.set("customerConsented", customerConsented)
            members.set("sampleContentProvided", sampleContentProvided)
            // Apple needs the member, also where there is no user.
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
            customerConsented ? nil : "the customer has not agreed that Apple is told; do not answer then"
        }
    }
#endif
