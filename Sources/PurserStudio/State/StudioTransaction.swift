#if Studio
    import Purser
    import PurserFormats

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// A transaction as a row of the table.
    struct StudioTransaction: Sendable, Hashable {
        /// Its state.
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
        /// Whether it is finished; `nil` if the App Store did not report it.
        var isFinished: Bool?
        /// The App Store's description.
        private let json: JSONValue

        /// Reads an App Store's description of a transaction.
        ///
        /// - Parameter currency: the currency if the description has none.
        init?(_ json: JSONValue, currency: String?) {
            guard let id = json.text("id"), let product = json.text("product"), let date = json.integer("purchaseDate")
            else { return nil }
            (self.id, self.product, purchaseDate, self.json) = (id, product, date, json)
            revocationDate = json.integer("revocationDate")
            isRenewal = json.flag("isRenewal") ?? false
            price = json["price"]?.decimal
            self.currency = json.text("currency") ?? currency
        }

        /// Its state; `nil` if it is not known whether it is finished.
        var state: State? {
            if revocationDate != nil { return .refunded }
            if json.flag("isUpgraded") == true { return .upgraded }
            return isFinished.map { $0 ? .finished : .unfinished }
        }

        /// The customer's payment; `nil` for family-shared products and seats.
        var paid: Decimal? { json.text("ownership") == nil ? price : nil }

        /// The refunded amount.
        var refunded: Decimal? {
            guard revocationDate != nil, let paid else { return nil }
            return json["refundedPercentage"]?.decimal.map { paid * $0 / 100 } ?? paid
        }

        /// Whether its product, identifier or offer contains a text in lower case.
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
