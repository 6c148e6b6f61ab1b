import Purser

/// The answers of an App Store to its clients, as columns.
enum AttachedRows {
    /// The columns of a transaction.
    static let transaction = ["id", "product", "purchaseDate", "expirationDate", "price", "revocationDate"]
    /// The columns of a subscription's history.
    static let span = ["kind", "start", "end", "transaction"]

    private static let dates: Set<String> = ["now", "date", "periodEnd", "since", "start", "end"]

    /// The values under these keys.
    static func cells(_ row: JSONValue, _ keys: [String]) -> [String] { keys.map { words(row.value($0), under: $0) } }

    /// A product, in the columns of every product list.
    static func product(_ row: JSONValue, _ number: Int) -> [String] {
        let period = row.text("period").flatMap { SubscriptionPeriod($0) }.map { " / \(Words.period($0))" } ?? ""
        let kind = row.text("type").map { Words.kind(StoreProduct.ProductType(rawValue: $0)) } ?? ""
        return ["  \(number)"] + cells(row, ["id"]) + [words(row.value("displayPrice"), under: "") + period, kind]
            + cells(row, ["name"])
    }

    /// A subscription: product, state, renewal.
    static func subscription(_ row: JSONValue) -> [String] {
        let end = words(row.value("periodEnd"), under: "periodEnd")
        let next =
            row.text("nextProduct").flatMap { $0 == row.text("product") ? nil : " into \(Line.single($0))" } ?? ""
        let words: (state: String, next: String) =
            switch row.text("state") {
            case "subscribed":
                ("until \(end)", row.value("willAutoRenew") == .bool(true) ? "renews\(next)" : "does not renew")
            case "inGracePeriod":
                ("not paid, kept until \(self.words(row.value("gracePeriodEnd"), under: "periodEnd"))", "")
            case "inBillingRetryPeriod":
                ("not paid, lost; retried until \(self.words(row.value("billingRetryEnd"), under: "periodEnd"))", "")
            case "expired": ("ended \(end)", "")
            case let state: (state ?? "", "")
            }
        return cells(row, ["product"]) + [words.state, words.next]
    }

    /// An event in columns.
    static func event(_ event: JSONValue) -> [String] {
        guard case .object(let value)? = event.value("value") else { return [] }
        let first = ["id", "transaction", "payment", "product", "state", "type", "subtype", "country"]
        let keys = first.filter { value[$0] != nil }
        return [words(event.value("date"), under: "date"), event.text("what") ?? ""]
            + keys.map { words(value[$0], under: $0) }
    }

    /// A value as text: dates and revocations are formatted.
    static func words(_ value: JSONValue?, under key: String) -> String {
        switch value {
        case .number(let digits)? where key.hasSuffix("Date") || dates.contains(key):
            (key == "revocationDate" ? "revoked " : "")
                + (Int64(digits).map { Words.date(Timestamp(milliseconds: $0)) } ?? digits)
        case .number(let digits)?: digits
        case .string(let text)?: Line.single(text)
        case .bool(let flag)?: flag ? "yes" : "no"
        default: ""
        }
    }
}

extension Output {
    /// Writes rows in columns, or as objects.
    func write(_ rows: [JSONValue], _ keys: [String], ifNone words: String) {
        for row in rows where isJSON { json(row.output) }
        guard !isJSON else { return }
        if rows.isEmpty { line(words) }
        for text in Table.lines(rows.map { AttachedRows.cells($0, keys) }) { line(text) }
    }
}
