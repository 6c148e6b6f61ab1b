#if Studio
    import Purser
    import PurserFormats

    /// The behavior of an App Store; unreported values are `nil`.
    struct StudioConditions: Sendable, Hashable {
        var settings: JSONValue = .null
        var isOnline: Bool?
        var mayPay: Bool?
        var isCalm: Bool?
        var defects: [String: Double]?

        /// Records an App Store's report about its behavior.
        mutating func take(_ value: JSONValue) {
            if let online = value.flag("isOnline") { isOnline = online }
            if let allowed = value.flag("areAllowed") { mayPay = allowed }
            if let calm = value.flag("isCalm") { isCalm = calm }
            if let defects = value.numbers("defects") { self.defects = defects }
        }

        /// The country of the customer.
        var country: String { settings.text("storefront") ?? "USA" }

        /// The values for the page.
        var json: JSONValue {
            .members([
                "asksToBuy": settings["asksToBuy"], "grace": settings["hasBillingGracePeriod"],
                "network": isOnline.map { .bool($0) }, "payments": mayPay.map { .bool($0) },
                // Defects alone do not count as chaos.
                "chaos": isCalm.map { .bool(!$0 && (defects ?? [:]).isEmpty) },
                "defects": defects.map { .object($0.mapValues { .number("\($0)") }) },
            ])
        }
    }
#endif
