import Foundation
import Purser
import PurserSimulator
import Testing

@Suite("Mistakes in hand-made StoreKit configurations")
struct MistakeTests {
    @Test(
        "A mistake in a product is told with its path, and the product stays",
        arguments: [
            (#""familySharable":true"#, "warning $.products[0].familySharable"),
            (#""familyShareable":1"#, "warning $.products[0].familyShareable"),
            (#""familyShareable":"yes""#, "warning $.products[0].familyShareable"),
            (#""internalID":7"#, "warning $.products[0].internalID"),
            (#""referenceName":[]"#, "warning $.products[0].referenceName"),
            (#""localizations":{}"#, "error $.products[0].localizations"),
            (#""localizations":["de"]"#, "error $.products[0].localizations[0]"),
            (#""localizations":[{"displayName":"x"}]"#, "error $.products[0].localizations[0].locale"),
            (#""localizations":[{"locale":"de","name":"x"}]"#, "warning $.products[0].localizations[0].name"),
        ])
    func tolerated(members: String, fault: String) throws {
        let file = try configuration(file(product: members))
        #expect(file.faults == [fault])
        #expect(file.products.map(\.id) == ["a"])
    }

    @Test(
        "A product that cannot be sold is left out with its path, and the next one stays",
        arguments: [
            (#""a""#, ["error $.products[0]"]),
            (#"{"type":"Consumable","displayPrice":"1"}"#, ["error $.products[0].productID"]),
            (#"{"productID":5,"type":"Consumable","displayPrice":"1"}"#, ["error $.products[0].productID"]),
            (#"{"productID":" ","type":"Consumable","displayPrice":"1"}"#, ["error $.products[0].productID"]),
            (#"{"productID":"a","displayPrice":"1"}"#, ["error $.products[0].type"]),
            (#"{"productID":"a","type":"Gift","displayPrice":"1"}"#, ["error $.products[0].type"]),
            (#"{"productID":"a","type":"RecurringSubscription","displayPrice":"1"}"#, ["error $.products[0]"]),
            (#"{"productID":"a","type":"Consumable","displayPrice":"$1"}"#, ["error $.products[0].displayPrice"]),
            (#"{"productID":"a","type":"Consumable","displayPrice":"0,99"}"#, ["error $.products[0].displayPrice"]),
            (#"{"productID":"a","type":"Consumable","displayPrice":"-1"}"#, ["error $.products[0].displayPrice"]),
            (#"{"productID":"a","type":"Consumable","displayPrice":-1}"#, ["error $.products[0].displayPrice"]),
            (#"{"productID":"a","type":"Consumable","displayPrice":true}"#, ["error $.products[0].displayPrice"]),
            (#"{"productID":"a","type":"Consumable","displayPrice":1e999}"#, ["error $.products[0].displayPrice"]),
        ])
    func leftOut(entry: String, faults: [String]) throws {
        let file = try configuration(
            #"{"products":[\#(entry),{"productID":"b","type":"NonConsumable","displayPrice":"2"}]}"#)
        #expect(file.faults == faults)
        #expect(file.products.map(\.id) == ["b"])
    }

    @Test(
        "A value under a wrong key or in a wrong form is understood with a warning",
        arguments: [
            (#"{"id":"a","type":"Consumable","displayPrice":"1"}"#, "warning $.products[0].id"),
            (#"{"productID":"a","type":"consumable","displayPrice":"1"}"#, "warning $.products[0].type"),
            (#"{"productID":"a","type":"Consumable","displayPrice":1}"#, "warning $.products[0].displayPrice"),
            (#"{"productID":"a","type":"Consumable","price":"1"}"#, "warning $.products[0].price"),
            (#"{"productID":"a b","type":"Consumable","displayPrice":"1"}"#, "warning $.products[0].productID"),
        ])
    func understood(entry: String, fault: String) throws {
        let file = try configuration(#"{"products":[\#(entry)]}"#)
        #expect(file.faults == [fault])
        #expect(file.products.map(\.price) == [1])
    }

    @Test("A price that is missing or empty counts as 0, with a warning", arguments: ["", #","displayPrice":"""#])
    func noPrice(member: String) throws {
        let file = try configuration(#"{"products":[{"productID":"a","type":"Consumable"\#(member)}]}"#)
        #expect(file.faults == ["warning $.products[0].displayPrice"])
        #expect(file.products.map(\.price) == [0])
    }

    @Test("The same identifier a second time is left out, wherever it is, and the message names the first")
    func duplicates() throws {
        let entry = #"{"productID":"s","type":"Consumable","displayPrice":"1"}"#
        let file = try configuration(
            file(subscription: "\"x\":0").replacing(#"{"sub"#, with: #"{"products":[\#(entry),\#(entry)],"sub"#))
        #expect(
            file.faults == [
                "error $.products[1].productID",
                "error $.subscriptionGroups[0].subscriptions[0].productID",
            ])
        #expect(file.diagnostics.allSatisfy { $0.message.contains("$.products[0].productID") })
        #expect(file.allProducts.count == 1)
    }

    @Test("A non-renewing subscription among the products is moved to its own list, with a warning")
    func misplaced() throws {
        let file = try configuration(
            #"{"products":[{"productID":"n","type":"NonRenewingSubscription","displayPrice":"1"}]}"#)
        #expect(file.faults == ["warning $.products[0]"])
        #expect(file.nonRenewableSubscriptions.map(\.id) == ["n"])
        #expect(file.products == [])
    }

    @Test(
        "A version that is a number or text is understood",
        arguments: [("4", "4.0"), ("\"3.1\"", "3.1"), ("1.2", "1.2")])
    func versions(written: String, read: String) throws {
        let file = try configuration(#"{"version":\#(written),"products":[]}"#)
        #expect(file.faults == ["warning $.version"])
        #expect(file.version?.description == read)
    }

    @Test("A file of mistakes only tells the first two hundred, and how many more there are")
    func manyMistakes() throws {
        let file = try configuration("{\"products\":[\(Array(repeating: "0", count: 1_000).joined(separator: ","))]}")
        #expect(file.diagnostics.count == 201)
        #expect(file.diagnostics.last?.message.contains("800") == true)
    }

    @Test("An object that is no configuration loads empty and says so")
    func otherObject() throws {
        #expect(try configuration("{}").faults == ["warning $"])
    }
}
