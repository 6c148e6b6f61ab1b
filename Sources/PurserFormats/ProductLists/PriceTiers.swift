public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The price tier of each country, which chooses the variants of a product list.
///
/// The file is Bazaar's: a JSON object of countries and tiers, such as `{"US": "TierA", "IN": "TierC"}`. Countries are
/// ISO 3166-1 codes of two letters, or of three, as storefronts have them.
public struct PriceTiers: Sendable, Hashable {
    /// The tier of each country, by its code of two letters, or of three when the App Store has no storefront for it.
    public private(set) var tiers: [String: String]
    /// Mistakes of the file, in the order of its keys.
    public private(set) var diagnostics: [FileDiagnostic] = []

    /// Makes tiers by country.
    public init(_ tiers: [String: String]) {
        self.tiers = Dictionary(tiers.map { (CountryCode.short($0.key), $0.value) }) { first, _ in first }
    }

    /// Reads a file of JSON.
    ///
    /// - Parameter url: the file; nothing is fetched from a network.
    /// - Throws: ``ProductFileFailure`` when the file cannot be read or is not a JSON object.
    public init(contentsOf url: URL) throws(ProductFileFailure) {
        try self.init(JSONReader(contentsOf: url))
    }

    /// Reads JSON.
    ///
    /// - Parameters:
    ///   - json: UTF-8 JSON.
    ///   - file: the name of the bytes in errors and diagnostics.
    /// - Throws: ``ProductFileFailure`` when it is not a JSON object.
    public init(json: Data, file: String = "the price tiers") throws(ProductFileFailure) {
        try self.init(JSONReader(json, as: .json, file: file))
    }

    private init(_ file: JSONReader) throws(ProductFileFailure) {
        guard case .object(let members) = file.root.value else {
            throw file.unexpected(
                "price tiers must be an object of countries and tiers, not \(file.root.value.kind)")
        }
        var log = file.log
        let root = JSONObject(members: members)
        self.init([:])
        for country in members.keys.sorted() {
            guard [2, 3].contains(country.count), country.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
                log.error(root.path(to: country), "a country is two or three capital letters; the entry is skipped")
                continue
            }
            guard let tier = root.string(country, &log) else { continue }
            guard !tier.isEmpty else {
                log.error(root.path(to: country), "the tier is empty; the entry is skipped")
                continue
            }
            let code = CountryCode.short(country)
            guard tiers[code] == nil else {
                log.warn(root.path(to: country), "the country occurs twice; remove one of the two")
                continue
            }
            tiers[code] = tier
        }
        diagnostics = log.diagnostics
    }

    /// The tier of a country, by its code of two or three letters; `nil` when it has none.
    public subscript(country: String) -> String? { tiers[CountryCode.short(country)] }
}

extension ProductList {
    /// The identifier of a product in a country: its variant for the country's tier, or the product itself if there is
    /// no such tier or variant.
    ///
    /// - Parameters:
    ///   - base: the product, without a variant.
    ///   - country: the storefront's ISO 3166-1 code, of two or three letters.
    ///   - tiers: the tier of each country.
    public func id(of base: String, in country: String, by tiers: PriceTiers) -> String {
        tiers[country].map { id(of: base, tier: $0) } ?? base
    }

    /// The products that are sold in a country, each in one variant, in the list's order.
    ///
    /// - Parameters:
    ///   - country: the storefront's ISO 3166-1 code, of two or three letters.
    ///   - tiers: the tier of each country.
    public func purchasableIDs(in country: String, by tiers: PriceTiers) -> [String] {
        let all = Set(ids)
        let bases = entries.filter { !$0.isSubscribersOnly && $0.baseID == $0.id }
        guard let tier = tiers[country] else { return bases.map(\.id) }
        return bases.map { entry in
            let variant = entry.id + Entry.variantMark + tier
            return all.contains(variant) ? variant : entry.id
        }
    }
}
