import Foundation
import PurserFormats
import Testing

@testable import Purser

@Suite("Product lists in property lists")
struct PropertyListTests {
    private func list(_ body: String) throws -> ProductList {
        let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">"
        return try ProductList(plist: Data("\(head)\(body)</plist>".utf8), file: "Products.plist")
    }

    private func strings(_ ids: String...) -> String {
        "<array>\(ids.map { "<string>\($0)</string>" }.joined())</array>"
    }

    @Test("An array of identifiers, as Apple's guide has it, in XML and in binary form")
    func array() throws {
        let xml = try list(strings("a.one", "a.two"))
        #expect(xml.entries == [ProductList.Entry(id: "a.one"), ProductList.Entry(id: "a.two")])
        #expect(xml.diagnostics == [])
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        let binary = try ProductList(plist: encoder.encode(["a.one", "a.two"]))
        #expect(binary == xml)
    }

    @Test("Products beside subscriptions with groups; the order is the level")
    func sections() throws {
        let group = "<dict><key>Group</key><string>vip</string><key>Products</key>\(strings("gold", "silver"))</dict>"
        let list = try list(
            "<dict><key>Products</key>\(strings("com.x.subscription.vip.y"))<key>Subscriptions</key>"
                + "<array>\(group)</array></dict>")
        #expect(list.diagnostics == [])
        #expect(
            list.entries == [
                ProductList.Entry(id: "com.x.subscription.vip.y"),
                ProductList.Entry(id: "gold", type: .autoRenewable, subscriptionGroup: "vip", groupLevel: 1),
                ProductList.Entry(id: "silver", type: .autoRenewable, subscriptionGroup: "vip", groupLevel: 2),
            ])
    }

    @Test("Without a section for subscriptions the group is in the identifier")
    func groupByName() throws {
        let list = try list("<dict><key>Products</key>\(strings("com.x.subscription.vip.gold", "com.x.seeds"))</dict>")
        #expect(list["com.x.subscription.vip.gold"]?.subscriptionGroup == "vip")
        #expect(list["com.x.subscription.vip.gold"]?.type == .autoRenewable)
        #expect(list["com.x.seeds"] == ProductList.Entry(id: "com.x.seeds"))
    }

    @Test("A dictionary by identifier counts by its keys")
    func dictionary() throws {
        let list = try list(
            "<dict><key>b</key><string>Label</string><key>a</key><dict><key>Price</key><integer>1</integer></dict>"
                + "<key>NSFW.pack</key><string>Label</string></dict>")
        #expect(list.ids == ["NSFW.pack", "a", "b"])
        #expect(list.diagnostics == [])
    }

    @Test(
        "A dictionary that is something else gives no products, and says why",
        arguments: [
            ("<key>CFBundleName</key><string>Garden</string><key>a</key><string>b</string>", "CFBundleName"),
            ("<key>UIDeviceFamily</key><string>1</string>", "UIDeviceFamily"),
            ("<key>NSCameraUsageDescription</key><string>for plants</string>", "Info.plist"),
            ("<key>LSMinimumSystemVersion</key><string>14.0</string>", "LSMinimumSystemVersion"),
            ("<key>a</key><string>b</string><key>IS_ADS_ENABLED</key><false/>", "IS_ADS_ENABLED"),
            ("<key>a</key><array><string>b</string></array>", "an array"),
        ])
    func otherDictionaries(body: String, word: String) {
        let error = #expect(throws: ProductFileFailure.self) { try list("<dict>\(body)</dict>") }
        #expect(error?.code == .unexpectedContent)
        #expect(error?.message.contains(word) == true, "\(String(describing: error))")
    }

    @Test("What no payment may name is not listed", arguments: ["a.seeds\n", "a\tb", "\u{7F}", " "])
    func unbuyable(id: String) throws {
        let list = try list(strings("a.one", id))
        #expect(list.ids == ["a.one"])
        #expect(list.diagnostics.map(\.severity) == [.error])
        #expect(throws: PurchaseFailure.self) { try PaymentRequest(productID: id).validate() }
        #expect(throws: Never.self) { for id in list.ids { try PaymentRequest(productID: id).validate() } }
    }

    @Test("Mistakes cost their entry only")
    func mistakes() throws {
        let list = try list(
            "<array><string>a</string><integer>1</integer><string></string><string>a</string><date>2020-01-01T00:00:00Z"
                + "</date><string>b c</string></array>")
        #expect(list.ids == ["a", "b c"])
        #expect(list.diagnostics.map(\.path) == ["$[1]", "$[2]", "$[3]", "$[4]", "$[5]"])
        #expect(list.diagnostics.map(\.severity) == [.error, .error, .warning, .error, .warning])
    }

    @Test("What is no list is refused by name", arguments: ["<string>a</string>", "<true/>", "<integer>1</integer>"])
    func noList(body: String) {
        let error = #expect(throws: ProductFileFailure.self) { try list(body) }
        #expect(error?.code == .unexpectedContent)
        #expect(error?.file == "Products.plist")
    }

    @Test("Deep nesting, endless references, other formats and empty data are refused")
    func absurd() {
        let deep = "<plist>" + String(repeating: "<array>", count: 20_000)
        // A binary property list of one array with two references to itself.
        let header = Array("bplist00".utf8) + [0xA2, 0, 0, 8]
        let endless =
            header + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]
            + [0, 0, 0, 0, 0, 0, 0, 11]
        for (bytes, code) in [
            (Array(deep.utf8), ProductFileFailure.Code.tooLarge), (endless, .tooLarge),
            (Array("( a, b )".utf8), .invalidFormat), ([], .invalidFormat), (Array("bplist00".utf8), .invalidFormat),
        ] {
            let error = #expect(throws: ProductFileFailure.self) { try ProductList(plist: Data(bytes)) }
            #expect(error?.code == code)
        }
    }
}
