import Foundation
import Purser
import Testing

@testable import PurserNetworking

@Suite("A row of a receipt that an upgrade has replaced was never bought")
struct UpgradedRowTests {
    /// An answer of the second 100, in which the month "silver" was replaced by the month "gold" at the second 60.
    private func answer(upgraded: String, gold: Bool = false) throws -> ReceiptAnswer {
        func row(_ id: String, _ product: String, from start: Int, to end: Int, _ more: String = "") -> String {
            """
            {"transaction_id":"\(id)","original_transaction_id":"1","product_id":"\(product)","quantity":"1",
            "purchase_date_ms":"\(start)000","original_purchase_date_ms":"10000","expires_date_ms":"\(end)000"\(more)}
            """
        }
        let silver = row("1", "silver", from: 10, to: 500, #","is_upgraded":\#(upgraded)"#)
        let rows = [silver] + (gold ? [row("2", "gold", from: 60, to: 400)] : [])
        let list = rows.joined(separator: ",")
        return try ReceiptAnswer(
            Data(
                #"""
                {"status":0,"receipt":{"request_date_ms":"100000","in_app":[\#(list)]},"latest_receipt_info":[\#(list)]}
                """#.utf8))
    }

    private static let yes = [#""true""#, "true", "1", #""1""#, "1.0", #""TRUE""#, #""yes""#, "[]", "{}"]
    private static let no = [#""false""#, "false", "0", #""0""#, #""""#, "null"]

    @Test("The flag counts as text, truth value or number; only an empty or negative one means “not replaced”")
    func spellings() throws {
        for flag in Self.yes { #expect(try answer(upgraded: flag).purchases[0].isUpgraded, "\(flag)") }
        for flag in Self.no { #expect(try !answer(upgraded: flag).purchases[0].isUpgraded, "\(flag)") }
    }

    @Test("No call finds it bought, neither as a subscription nor as a purchase", arguments: yes)
    func neverBought(_ flag: String) throws {
        let answer = try answer(upgraded: flag)
        let pass = SubscriptionType.nonRenewing(validDuration: .seconds(1_000))
        #expect(answer.verifyPurchase(productId: "silver") == .notPurchased)
        #expect(answer.verifySubscription(productId: "silver") == .notPurchased)
        #expect(answer.verifySubscription(ofType: pass, productId: "silver") == .notPurchased)
        #expect(answer.distinctPurchaseIds() == ["silver"], "it is still one of those that were ever bought")
    }

    @Test("A group ends with the period that replaced it")
    func group() throws {
        for (isUpgraded, end) in [(true, 400.0), (false, 500)] {
            let answer = try answer(upgraded: "\(isUpgraded)", gold: true)
            let items = isUpgraded ? [answer.purchases[1]] : answer.purchases
            #expect(
                answer.verifySubscriptions(productIds: ["silver", "gold"])
                    == .purchased(expiryDate: Date(timeIntervalSince1970: end), items: items))
        }
    }

    @Test("The entitlements of the rows say the same")
    func entitlements() throws {
        let answer = try answer(upgraded: "true", gold: true)
        let owned = StoreEntitlements(answer.purchases, at: Date(timeIntervalSince1970: 100))
        #expect(owned.activeProductIDs == ["gold"])
        #expect(owned.verifyPurchase(productId: "silver") == answer.verifyPurchase(productId: "silver"))
        let group: Set = ["silver", "gold"]
        #expect(owned.verifySubscriptions(productIds: group) == answer.verifySubscriptions(productIds: group))
    }

    @Test("A replaced row without an end is not owned either")
    func withoutEnd() throws {
        let answer = try ReceiptAnswer(
            Data(
                #"""
                {"status":0,"receipt":{"in_app":[{"transaction_id":"1","product_id":"pass","purchase_date_ms":"1000",
                "is_upgraded":"true"}]}}
                """#.utf8))
        let owned = StoreEntitlements(answer.purchases, at: Date(timeIntervalSince1970: 100))
        #expect(answer.verifyPurchase(productId: "pass") == .notPurchased)
        #expect(owned.verifyPurchase(productId: "pass") == .notPurchased && owned.activeProductIDs.isEmpty)
    }
}
