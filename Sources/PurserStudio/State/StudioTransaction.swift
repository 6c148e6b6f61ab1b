#if Studio
    import Purser

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// A transaction as a row of the table.
    struct StudioTransaction: Sendable, Hashable {
        /// Where it stands.
        enum State: String, Sendable {
            case refunded, upgraded, unfinished, finished
        }

        let id: String
        let product: String
        let purchaseDate: Int64
        let revocationDate: Int64?
        let isRenewal: Bool
        let price: Decimal?
        let currency: String?
        /// Whether it is finished; `nil` where the App Store did not say.
        var isFinished: Bool?
        /// How it was described.
        private let json: JSONValue

        /// A transaction as an App Store describes it.
        ///
        /// - Parameter currency: the currency where the description has none.
        init?(_ json: JSONValue, currency: String?) {
            guard let id = json.text("id"), let product = json.text("product"), let date = json.integer("purchaseDate")
            else { return nil }
            (self.id, self.product, purchaseDate, self.json) = (id, product, date, json)
            revocationDate = json.integer("revocationDate")
            isRenewal = json.flag("isRenewal") ?? false
            price = json["price"]?.decimal
            self.currency = json.text("currency") ?? currency
        }

        /// Where it stands; `nil` where nobody said whether it is finished.
        var state: State? {
            if revocationDate != nil { return .refunded }
            if json.flag("isUpgraded") == true { return .upgraded }
            return isFinished.map { $0 ? .finished : .unfinished }
        }

        /// What the customer paid: nothing for what the family or a seat gave.
        var paid: Decimal? { json.text("ownership") == nil ? price : nil }

        /// What was given back.
        var refunded: Decimal? {
            guard revocationDate != nil, let paid else { return nil }
            return json["refundedPercentage"]?.decimal.map { paid * $0 / 100 } ?? paid
        }

        /// Whether a product, transaction or offer of it contains a text in lower case.
        func matches(_ words: String, name: String) -> Bool {
            words.isEmpty || name.lowercased().contains(words) || product.lowercased().contains(words)
                || id.contains(words) || json.text("offer")?.lowercased().contains(words) == true
                || json.text("originalID")?.contains(words) == true
        }

        /// The row.
        func row(_ names: StudioProducts) -> JSONValue {
            json.with([
                "name": .string(names.name(of: product)), "state": (state?.rawValue).json,
                "price": price.map { .string(names.text($0, currency)) }, "currency": currency.json,
                "canRefund": .bool(revocationDate == nil),
            ])
        }
    }
#endif
