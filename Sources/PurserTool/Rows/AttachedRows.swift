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
        let what = event.text("what") ?? ""
        let first = ["id", "transaction", "payment", "product", "state", "type", "subtype", "country"]
        // A notification's own identifier is of use to programs only, which read JSON.
        let keys = first.filter { value[$0] != nil && !(what == "notification" && $0 == "id") }
        return [words(event.value("date"), under: "date"), what]
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
