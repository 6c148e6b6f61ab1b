/// How a language and region writes prices.
struct PriceStyle {
    var decimalSeparator = "."
    var groupSeparator = ","
    var symbolIsFirst = true
    /// Whether a space parts a leading symbol from the number.
    var hasGap = false
    /// Whether four digits are grouped already.
    var groupsFourDigits = true
    private let language: String
    private let region: String

    /// The style of a locale such as `de_AT`, `pt-BR`, `zh_Hans` or `en`.
    init(locale: String) {
        let parts = locale.split(whereSeparator: { $0 == "_" || $0 == "-" }).map(String.init)
        language = parts.first?.lowercased() ?? "en"
        region = parts.dropFirst().last(where: { $0.utf8.count <= 3 })?.uppercased() ?? ""
        switch language {
        case "de": applyGerman()
        case "es": applySpanish()
        case "pt": applyPortuguese()
        case "nl", "nb", "no", "tr": applyLeading(gap: language != "tr")
        case "it", "da", "id", "vi", "el", "ro", "ca", "hr", "sl": applyTrailing(group: ".")
        case "fr": applyTrailing(group: region == "CA" ? "\u{A0}" : "\u{202F}")
        case "pl", "bg": applyTrailing(group: "\u{A0}", fourDigits: false)
        case "ru", "uk", "cs", "sk", "sv", "fi", "hu": applyTrailing(group: "\u{A0}")
        default: break
        }
    }

    private mutating func applyTrailing(group: String, fourDigits: Bool = true) {
        (decimalSeparator, groupSeparator, symbolIsFirst, groupsFourDigits) = (",", group, false, fourDigits)
        if language == "id" { symbolIsFirst = true }
    }

    private mutating func applyLeading(gap: Bool) {
        (decimalSeparator, groupSeparator, hasGap) = (",", ".", gap)
        if language == "nb" || language == "no" { applyTrailing(group: "\u{A0}") }
    }

    private mutating func applyGerman() {
        switch region {
        case "CH", "LI": (groupSeparator, hasGap) = ("’", true)
        case "AT": (decimalSeparator, groupSeparator, hasGap) = (",", "\u{A0}", true)
        default: applyTrailing(group: ".")
        }
    }

    private mutating func applySpanish() {
        // Mexico, the United States and Latin America at large write as in English.
        guard !["MX", "US", "419", "PE", "GT", "DO", "PR"].contains(region) else { return }
        if ["AR", "CL", "CO", "UY", "EC"].contains(region) {
            applyLeading(gap: region == "AR" || region == "CO" || region == "UY")
        } else {
            applyTrailing(group: ".", fourDigits: false)
        }
    }

    private mutating func applyPortuguese() {
        if region == "PT" { applyTrailing(group: "\u{A0}", fourDigits: false) } else { applyLeading(gap: true) }
    }

    /// The sign of a currency as this locale's readers expect it; its ISO code where there is none.
    func symbol(of currency: String) -> String {
        if currency == homeCurrency, let symbol = Self.homeSymbols[currency] { return symbol }
        return Self.symbols[currency] ?? currency
    }

    private var homeCurrency: String {
        Self.homeCurrencies[region] ?? (region.isEmpty ? Self.languageCurrencies[language] ?? "" : "")
    }

    private static let symbols = [
        "USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "CNY": "CN¥", "KRW": "₩", "INR": "₹", "BRL": "R$",
        "CAD": "CA$", "AUD": "A$", "NZD": "NZ$", "MXN": "MX$", "HKD": "HK$", "TWD": "NT$", "ILS": "₪", "VND": "₫",
        "RUB": "₽", "TRY": "₺", "UAH": "₴", "PHP": "₱", "KZT": "₸", "NGN": "₦", "PLN": "zł", "CZK": "Kč",
        "SEK": "kr", "NOK": "kr", "DKK": "kr.", "HUF": "Ft", "IDR": "Rp",
    ]
    private static let homeSymbols = [
        "CAD": "$", "AUD": "$", "NZD": "$", "MXN": "$", "HKD": "HK$", "TWD": "$", "SGD": "$", "CNY": "¥",
        "ARS": "$", "CLP": "$", "COP": "$", "ZAR": "R", "JPY": "¥", "CHF": "CHF",
    ]
    private static let homeCurrencies = [
        "CA": "CAD", "AU": "AUD", "NZ": "NZD", "MX": "MXN", "HK": "HKD", "TW": "TWD", "SG": "SGD", "CN": "CNY",
        "AR": "ARS", "CL": "CLP", "CO": "COP", "ZA": "ZAR", "JP": "JPY", "CH": "CHF",
    ]
    private static let languageCurrencies = ["zh": "CNY", "ja": "JPY"]
}
