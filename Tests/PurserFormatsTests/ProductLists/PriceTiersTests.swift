import Foundation
import Purser
import PurserSimulator
import Testing

@testable import PurserFormats

@Suite("Price tiers by country, variants and discounts")
struct PriceTiersTests {
    private let list: ProductList

    init() throws {
        list = try ProductList(
            json: Data(
                """
                [{"identifier":"pack","productType":"nonConsumable","variants":["TierA","TierB"],
                  "discountedProducts":["pack.half"]},
                 {"identifier":"coins","productType":"consumable"},
                 {"identifier":"brush","productType":"nonConsumable","isSubscribersOnly":true}]
                """.utf8))
    }

    @Test("The variant of a country's tier is chosen; the base product where there is no tier, or no such variant")
    func variants() throws {
        let tiers = try PriceTiers(json: Data(#"{"US":"TierA","IND":"TierB","DE":"TierZ"}"#.utf8))
        #expect(tiers.diagnostics.isEmpty)
        for country in ["US", "USA"] { #expect(list.id(of: "pack", in: country, by: tiers) == "pack.Variant.TierA") }
        for country in ["IN", "IND"] { #expect(list.id(of: "pack", in: country, by: tiers) == "pack.Variant.TierB") }
        for country in ["DE", "FRA", "", "nowhere"] { #expect(list.id(of: "pack", in: country, by: tiers) == "pack") }
        #expect(
            list.purchasableIDs(in: "USA", by: tiers) == ["pack.Variant.TierA", "pack.half.Variant.TierA", "coins"])
        #expect(list.purchasableIDs(in: "FR", by: tiers) == ["pack", "pack.half", "coins"])
    }

    @Test("Discounts of a product are found, once each; they are no variants")
    func discounts() {
        #expect(list.discounts(of: "pack").map(\.id) == ["pack.half"])
        #expect(list.discounts(of: "coins").isEmpty)
        #expect(list["pack.half"]?.isDiscount == true && list["pack"]?.isDiscount == false)
    }

    @Test("A mistake costs its entry and names the key; what is no object is refused")
    func mistakes() throws {
        let tiers = try PriceTiers(json: Data(#"{"us":"A","US":"A","USA":"B","FR":"","DE":7,"Q":"A"}"#.utf8), file: "f")
        #expect(tiers.tiers == ["US": "A", "DE": "7"])
        #expect(tiers.diagnostics.map(\.path).sorted() == ["$.DE", "$.FR", "$.Q", "$.USA", "$.us"])
        #expect(throws: ProductFileFailure.self) { try PriceTiers(json: Data("[]".utf8)) }
    }

    @Test("Every storefront's country has a code of two letters")
    func countries() {
        #expect(StoreStorefront.countries.count == 175)
        let short = StoreStorefront.countries.map(CountryCode.short)
        #expect(short.allSatisfy { $0.count == 2 } && Set(short).count == 175)
        let codes = ["DEU", "XKS", "ZZZ"].map(CountryCode.short)
        #expect(codes == ["DE", "XK", "ZZZ"])
    }
}
