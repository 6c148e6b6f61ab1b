import Foundation
import Purser
import PurserFormats
import Testing

@Suite("Product lists in JSON")
struct BazaarListTests {
    private func list(_ json: String) throws -> ProductList {
        try ProductList(json: Data(json.utf8), file: "products.json")
    }

    private func entry(_ members: String) throws -> ProductList {
        try list(
            #"[{"identifier":"a","productType":"nonConsumable",\#(members)},{"identifier":"z","productType":"consumable"}]"#
        )
    }

    @Test("An array of texts is a list of identifiers")
    func identifiers() throws {
        #expect(try list(#"["a","b"]"#) == ProductList("a", "b"))
        #expect(try list("[]").entries == [])
    }

    @Test("Objects that only name a product are read, with their type where it is said")
    func plain() throws {
        let list = try list(
            """
            [{"ProductId":"a"},{"productId":"b","type":"Non-Consumable"},{"product_id":"c","ProductType":"Subscription"},
             {"ProductID":"d","Type":7},{"productID":"e","productType":"consumable","price":1}]
            """)
        #expect(list.ids == ["a", "b", "c", "d", "e"])
        #expect(list.entries.map(\.type) == [nil, .nonConsumable, .autoRenewable, nil, .consumable])
        #expect(list.diagnostics.map(\.path) == ["$[3].Type"])
    }

    @Test("Every key of an entry is read")
    func everyKey() throws {
        let list = try list(
            """
            [{"identifier":"s","productType":"renewableSubscription","isSubscribersOnly":true,"preAcquired":true,
              "preAcquiredViaSubscription":true,"fullPriceProductIdentifier":"f","enablesProducts":["x.",""],
              "priceInfo":{"price":1},"billingPeriod":null,"contentFetcherParameters":
              {"type":"BZROnDemandContentFetcher","tags":["t"],"checksum":"c"}},
             {"identifier":"n","productType":"nonRenewingSubscription","enablesProducts":[]}]
            """)
        #expect(list.diagnostics == [])
        var expected = ProductList.Entry(id: "s", type: .autoRenewable)
        expected.isSubscribersOnly = true
        expected.isPreAcquired = true
        expected.isPreAcquiredViaSubscription = true
        expected.fullPriceProductID = "f"
        expected.enablesProducts = ["x.", ""]
        expected.content = .onDemand(tags: ["t"], checksum: "c")
        #expect(list.entries.first == expected)
        #expect(list["n"]?.type == .nonRenewable)
        #expect(list["n"]?.enablesProducts == [])
        #expect(list.purchasableIDs == ["n"])
    }

    @Test("Variants and discounts become entries of their own")
    func expansion() throws {
        let list = try entry(#""variants":["TierA","TierB"],"discountedProducts":["a.25off"]"#)
        #expect(list.diagnostics == [])
        #expect(
            list.ids == [
                "a", "a.Variant.TierA", "a.Variant.TierB", "a.25off", "a.25off.Variant.TierA", "a.25off.Variant.TierB",
                "z",
            ])
        #expect(list["a.25off"]?.fullPriceProductID == "a")
        #expect(list["a.25off"]?.discountedProducts == [])
        #expect(list["a.Variant.TierB"]?.baseID == "a")
        #expect(list["a.25off.Variant.TierB"]?.baseID == "a.25off")
        #expect(list["z"]?.baseID == "z")
        #expect(list.id(of: "a", tier: "TierA") == "a.Variant.TierA")
        #expect(list.id(of: "a", tier: "TierC") == "a")
    }

    @Test("An entry that a discount or a variant already made is left out; lists do not grow without end")
    func collisions() throws {
        let list = try list(
            """
            [{"identifier":"a","productType":"consumable","variants":["T","T"],"discountedProducts":["b"]},
             {"identifier":"b","productType":"consumable"}]
            """)
        #expect(list.ids == ["a", "a.Variant.T", "b", "b.Variant.T"])
        #expect(list.diagnostics.map(\.path) == ["$[0].variants", "$[1].identifier"])
        let many = "[\((0..<2_000).map { "\"\($0)\"" }.joined(separator: ","))]"
        let huge = try entry("\"variants\":\(many),\"discountedProducts\":\(many)")
        #expect(huge.entries.count == 100_000)
        #expect(huge.diagnostics.contains { $0.severity == .error })
    }

    @Test("The four content fetchers are read")
    func fetchers() throws {
        let list = try entry(
            """
            "contentFetcherParameters":{"type":"BZRFallbackContentFetcher","fetchersParameters":[
              {"type":"BZRLocalContentFetcher","URL":"file:///foo/pack.zip"},
              {"type":"BZRRemoteContentFetcher","URL":"https://example.com/x/pack.zip"},
              {"type":"BZROnDemandContentFetcher","tags":["t1","t2"]}]}
            """)
        #expect(list.diagnostics == [])
        guard case .fallback(let sources)? = list["a"]?.content else {
            Issue.record("\(String(describing: list["a"]?.content))")
            return
        }
        let local = try #require(URL(string: "file:///foo/pack.zip"))
        let remote = try #require(URL(string: "https://example.com/x/pack.zip"))
        #expect(
            sources
                == [.local(archive: local), .remote(archive: remote), .onDemand(tags: ["t1", "t2"], checksum: nil)])
    }

    @Test(
        "A content fetcher that cannot work keeps its product, with the fault of its content; the message names the entry",
        arguments: [
            (#"{"type":"BZRRemoteContentFetcher","URL":"https:///foo/bar.zip"}"#, "URL"),
            (#"{"type":"BZRRemoteContentFetcher","URL":"https://example.com"}"#, "URL"),
            (#"{"type":"BZRRemoteContentFetcher","URL":"ftp://example.com/a.zip"}"#, "URL"),
            (#"{"type":"BZRRemoteContentFetcher"}"#, "URL"),
            (#"{"type":"BZRLocalContentFetcher","URL":"https://example.com/a.zip"}"#, "URL"),
            (#"{"type":"BZRLocalContentFetcher","URL":"file://server/a.zip"}"#, "URL"),
            (#"{"type":"BZRLocalContentFetcher","URL":""}"#, "URL"),
            (#"{"type":"BZROnDemandContentFetcher","tags":[]}"#, "tags"),
            (#"{"type":"BZRFallbackContentFetcher","fetchersParameters":[]}"#, "fetchersParameters"),
            (
                #"{"type":"BZRFallbackContentFetcher","fetchersParameters":[{"type":"?"}]}"#,
                "fetchersParameters[0].type"
            ),
            (#"{"type":"BZRMagicContentFetcher"}"#, "type"), (#"{"URL":"file:///a.zip"}"#, "type"),
        ])
    func badFetchers(parameters: String, key: String) throws {
        let list = try entry("\"contentFetcherParameters\":\(parameters)")
        #expect(list.ids == ["a", "z"])
        let fault = try #require(list.diagnostics.first)
        #expect(fault.path == "$[0].contentFetcherParameters.\(key)")
        #expect(fault.severity == .error)
        #expect(fault.message.contains("\"a\""))
        #expect(list["a"]?.content == nil && list["z"]?.contentFault == nil)
        #expect(list["a"]?.contentFault?.hasPrefix("\(fault.path): ") == true)
    }

    @Test("Bazaar's own example, in other words, is read whole: a blank host costs the content alone")
    func example() throws {
        let list = try list(
            """
            [{"identifier":"garden.pond.brushes","productType":"nonConsumable","isSubscribersOnly":true,
              "contentFetcherParameters":{"type":"BZRRemoteContentFetcher","URL":"https:///garden/pond.zip"}},
             {"identifier":"garden.v2.full.month","productType":"renewableSubscription",
              "discountedProducts":["garden.v2.off25.month","garden.v2.off50.month","garden.v2.off75.month"]}]
            """)
        #expect(
            list.ids == [
                "garden.pond.brushes", "garden.v2.full.month", "garden.v2.off25.month", "garden.v2.off50.month",
                "garden.v2.off75.month",
            ])
        #expect(list.diagnostics.map(\.path) == ["$[0].contentFetcherParameters.URL"])
        #expect(list["garden.pond.brushes"]?.isSubscribersOnly == true)
        #expect(!list.purchasableIDs.contains("garden.pond.brushes"))
        let allowed = list.allowed(
            purchased: [], acquired: ["garden.pond.brushes"], activeSubscriptions: ["garden.v2.off50.month"])
        #expect(allowed == ["garden.pond.brushes"])
    }

    @Test(
        "An entry that is wrong is left out with its path",
        arguments: [
            (#"{"productType":"consumable"}"#, "$[0].identifier"), (#"{"identifier":"a"}"#, "$[0].productType"),
            (#"{"identifier":"a","productType":"gift"}"#, "$[0].productType"), ("7", "$[0]"), ("null", "$[0]"),
            (#"{"identifier":"","productType":"consumable"}"#, "$[0].identifier"),
        ])
    func badEntries(entry: String, path: String) throws {
        let list = try list(#"[\#(entry),{"identifier":"b","productType":"consumable"}]"#)
        #expect(list.ids == ["b"])
        #expect(list.diagnostics.map(\.path) == [path])
    }

    @Test("What is no list is refused, with a line where it is no JSON")
    func rejected() {
        let noJSON = #expect(throws: ProductFileFailure.self) { try list("[\n\"a\",\n]") }
        #expect(noJSON?.description == "products.json:3:1: $[1]: \(noJSON?.message ?? "")")
        #expect(noJSON?.code == .invalidFormat)
        for text in ["7", "{}", #"{"error":"not found"}"#, #"{"subscriptionGroups":[]}"#] {
            #expect(#expect(throws: ProductFileFailure.self) { try list(text) }?.code == .unexpectedContent)
        }
    }
}
