import Foundation
import Purser
import PurserFormats
import Testing

@Suite("Products that a customer may use")
struct AllowedProductsTests {
    private let list: ProductList

    init() throws {
        list = try ProductList(
            json: Data(
                """
                [{"identifier":"free","productType":"nonConsumable","preAcquired":true},
                 {"identifier":"pack","productType":"nonConsumable","variants":["TierA"]},
                 {"identifier":"filters.x","productType":"nonConsumable","preAcquiredViaSubscription":true},
                 {"identifier":"filters.y","productType":"nonConsumable","isSubscribersOnly":true},
                 {"identifier":"sub.all","productType":"renewableSubscription","discountedProducts":["sub.half"]},
                 {"identifier":"sub.filters","productType":"renewableSubscription","enablesProducts":["filters."]},
                 {"identifier":"sub.none","productType":"nonRenewingSubscription","enablesProducts":[]},
                 {"identifier":"sub.any","productType":"renewableSubscription","enablesProducts":[""]}]
                """.utf8))
    }

    @Test("Without a subscription it is what was bought and what everybody has")
    func bought() {
        #expect(list.allowed(purchased: ["other"], acquired: ["pack", "filters.y"]) == ["free", "other"])
    }

    @Test("A bought variant gives its base product as well")
    func variant() {
        #expect(list.allowed(purchased: ["pack.Variant.TierA"]) == ["free", "pack", "pack.Variant.TierA"])
    }

    @Test(
        "A subscription gives of what was acquired that which it enables",
        arguments: [
            ("sub.all", ["filters.x", "filters.y", "pack"]), ("sub.half", ["filters.x", "filters.y", "pack"]),
            ("sub.filters", ["filters.x", "filters.y"]), ("sub.none", []),
            ("sub.any", ["filters.x", "filters.y", "pack", "sub.none"]),
            ("sub.unlisted", ["filters.x", "filters.y", "pack"]), ("pack", []),
        ])
    func subscription(active: String, enabled: [String]) {
        let acquired: Set<String> = ["pack", "filters.y", "sub.none"]
        let allowed = list.allowed(purchased: [], acquired: acquired, activeSubscriptions: [active])
        #expect(allowed == Set(enabled + ["free"]))
    }

    @Test("What comes with a subscription needs it, and needs no acquiring")
    func preAcquired() {
        #expect(list.allowed(purchased: []) == ["free"])
        #expect(list.allowed(purchased: [], activeSubscriptions: ["sub.filters"]) == ["free", "filters.x"])
    }

    @Test("Without a list it is what was bought, and what was acquired while subscribed")
    func withoutList() {
        func allowed(_ subscribed: Bool) -> Set<String> {
            ProductList.allowedWithoutList(purchased: ["a"], acquired: ["b"], hasActiveSubscription: subscribed)
        }
        #expect(allowed(false) == ["a"])
        #expect(allowed(true) == ["a", "b"])
    }
}
