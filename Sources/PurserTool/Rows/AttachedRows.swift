import Purser
import PurserFormats

/// The answers of an App Store to its clients, as columns.
enum AttachedRows {
    static let transaction = ["id", "product", "purchaseDate", "expirationDate", "price", "revocationDate"]
    static let span = ["kind", "start", "end", "transaction"]

    private static let dates: Set<String> = ["now", "date", "periodEnd", "since", "start", "end"]

    static func cells(_ row: JSONValue, _ keys: [String]) -> [String] { keys.map { words(row.value($0), under: $0) } }

    static func rows(_ values: [JSONValue], _ keys: [String]) -> [Row] { values.map { Row(cells($0, keys), $0.json) } }

    static func subscription(_ row: JSONValue) -> [String] {
        let date = { (key: String) in words(row.value(key), under: "periodEnd") }
        let product = row.text("product") ?? ""
        let state = row.text("state") ?? ""
        let said = SubscriptionWords.state(
            state, end: date("periodEnd"), grace: date("gracePeriodEnd"), retry: date("billingRetryEnd"))
        let renewal = SubscriptionWords.renewal(
            row.value("willAutoRenew") == .bool(true), of: product, into: row.text("nextProduct"))
        return [product, said, state == "subscribed" ? renewal : ""]
    }

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
        case .bool(let flag)?: flag ? "yes" : "no"
        case .number?, .string?:
            (key == "revocationDate" ? "revoked " : "")
                + (value?.words(under: dates.contains(key) ? "Date" : key) ?? "")
        default: ""
        }
    }
}
