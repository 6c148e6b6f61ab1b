#if Studio
    import Foundation
    import Purser
    import PurserFormats
    import PurserSimulator

    /// The products, and the format of amounts.
    struct StudioProducts: Sendable {
        /// The products as the App Store describes them.
        let all: [JSONValue]
        private let names: [String: String]
        private let periods: [String: SubscriptionPeriod]
        private let locale: Locale

        /// Makes the list of products, with the locale of the App Store's prices.
        init(_ all: [JSONValue] = [], locale: String = "en_US") {
            self.all = all
            var names: [String: String] = [:]
            var periods: [String: SubscriptionPeriod] = [:]
            for product in all {
                guard let id = product.text("id") else { continue }
                let name = product.text("name") ?? ""
                names[id] = name.isEmpty ? id : name
                periods[id] = product.text("period").flatMap { SubscriptionPeriod($0) }
            }
            (self.names, self.periods) = (names, periods)
            self.locale = Locale(identifier: locale.isEmpty ? "en_US" : locale)
        }

        /// The name of a product; its identifier if it is no longer sold.
        func name(of product: String) -> String { names[product] ?? product }

        /// The period of a product.
        func period(of product: String) -> SubscriptionPeriod? { periods[product] }

        /// The text of an amount for customers.
        func text(_ amount: Decimal, _ currency: String?) -> String {
            guard let currency, !currency.isEmpty else { return "\(amount)" }
            return amount.formatted(.currency(code: currency).locale(locale))
        }

        /// The texts of sums for customers.
        func texts(_ sums: StudioTransactions.Sums) -> JSONValue {
            .array(sums.filter { $0.value != 0 }.sorted { $0.key < $1.key }.map { .string(text($0.value, $0.key)) })
        }

        /// The products for the page.
        var json: JSONValue {
            .array(
                all.map { product in
                    let period = product.text("period").flatMap { SubscriptionPeriod($0) }
                    return product.with([
                        "name": product.text("id").map { .string(name(of: $0)) },
                        "price": product.text("displayPrice").json,
                        "periodWords": period.map { .string(Self.words($0)) },
                    ])
                })
        }

        /// The prices of a storefront by product; `nil` if there is no such storefront.
        ///
        /// A `.storekit` file has one price for all countries, so it is the same number in the country's currency.
        func prices(in country: String) -> JSONValue? {
            guard let storefront = StoreStorefront.appStore(in: country) else { return nil }
            var prices: [String: JSONValue] = [:]
            for product in all {
                let exact = product["exactPrice"] ?? product["price"]
                guard let id = product.text("id"), let price = exact?.decimal else { continue }
                let payable = PayableAmounts(currency: storefront.currencyCode).nearest(price)
                prices[id] = .string(text(payable, storefront.currencyCode))
            }
            return .object(["country": .string(country), "prices": .object(prices)])
        }

        private static func words(_ period: SubscriptionPeriod) -> String {
            let unit: String =
                switch period.unit {
                case .day: "day"
                case .week: "week"
                case .month: "month"
                case .year: "year"
                }
            return "\(period.value) \(unit)\(period.value == 1 ? "" : "s")"
        }
    }
#endif
