import Foundation
import Purser
import Testing

@testable import PurserNetworking

@Suite("What a server says of a receipt")
struct ReceiptAnswerTests {
    private func answer(_ json: String) throws -> ReceiptAnswer { try ReceiptAnswer(Data(json.utf8)) }

    private static let row = """
        "product_id":"garden.monthly","transaction_id":"1001","original_transaction_id":"1000","quantity":"1",
        "purchase_date_ms":"1704067200000","original_purchase_date_ms":"1700000000000","expires_date_ms":"1706745600000",
        "web_order_line_item_id":"77","is_trial_period":"true","in_app_ownership_type":"FAMILY_SHARED",
        "subscription_group_identifier":"g","app_account_token":"7E3FB204-1A46-4A1C-9A5A-8A2E0F4A2A6B"
        """

    @Test("A row says what a transaction says, whether its values are text, numbers or flags")
    func rows() throws {
        func body(_ row: String, _ status: String) -> String {
            #"{"status":\#(status),"environment":"Sandbox","receipt":{"bundle_id":"b","in_app":[{\#(row)}]}}"#
        }
        let text = try answer(body(Self.row, "0"))
        let loose = Self.row.replacingOccurrences(of: #""1704067200000""#, with: "1704067200000")
            .replacingOccurrences(of: #""true""#, with: "true").replacingOccurrences(of: #""1001""#, with: "1001")
            .replacingOccurrences(of: #""quantity":"1""#, with: #""quantity":1"#)
        #expect(try answer(body(loose, #""0""#)) == text)
        let bought = try #require(text.purchases.first)
        #expect(bought.id == "1001" && bought.originalID == "1000" && bought.productType == .autoRenewable)
        #expect(bought.purchaseDate == Date(timeIntervalSince1970: 1_704_067_200))
        #expect(bought.expirationDate == Date(timeIntervalSince1970: 1_706_745_600))
        #expect(bought.offer == .init(type: .introductory, paymentMode: .freeTrial))
        #expect(bought.ownershipType == .familyShared && bought.subscriptionGroupID == "g")
        #expect(bought.environment == .sandbox && bought.appBundleID == "b" && bought.webOrderLineItemID == "77")
        #expect(bought.appAccountToken == UUID(uuidString: "7e3fb204-1a46-4a1c-9a5a-8a2e0f4a2a6b"))
        #expect(text.latestPurchases == nil && text.unreadableRows == 0)
    }

    @Test("A receipt in the form of iOS 6 is a row itself, and its ends are milliseconds under another name")
    func oldForm() throws {
        let old = """
            {"product_id":"year","transaction_id":"1","purchase_date":"2012-12-02 07:15:54 Etc/GMT","bid":"com.example",
            "expires_date":"1354436154000","expires_date_formatted":"2012-12-02 08:15:54 Etc/GMT","bvrs":"7"}
            """
        let valid = try answer(#"{"status":0,"receipt":\#(old),"latest_receipt_info":\#(old),"latest_receipt":"AAAA"}"#)
        #expect(valid.purchases == valid.latestPurchases)
        let bought = try #require(valid.purchases.first)
        #expect(bought.purchaseDate == Date(timeIntervalSince1970: 1_354_432_554))
        #expect(bought.expirationDate == Date(timeIntervalSince1970: 1_354_436_154))
        #expect(valid.bundleID == "com.example" && valid.appVersion == "7")
        #expect(valid.latestReceipt == StoreReceipt(data: Data(count: 3)))
        let expired = try answer(
            #"{"status":21006,"receipt":\#(old),"latest_expired_receipt_info":\#(old),"auto_renew_status":0,"expiration_intent":"2","auto_renew_product_id":"year","is_in_billing_retry_period":1}"#
        )
        #expect(expired.status == .expired)
        let info = try #require(expired.renewals.first)
        #expect(!info.willAutoRenew && info.isInBillingRetry && info.expirationReason == .billingError)
        #expect(info.originalTransactionID == "1" && info.currentProductID == "year")
    }

    @Test("Renewals: what comes next, why it ended, grace, and a price that waits for consent")
    func renewals() throws {
        let reported = try answer(
            """
            {"status":0,"receipt":{"receipt_type":"ProductionSandbox","request_date_ms":"1704067200000","in_app":[]},
            "pending_renewal_info":[{"original_transaction_id":"1000","product_id":"a","auto_renew_product_id":"b",
            "auto_renew_status":"1","grace_period_expires_date_ms":"1704153600000","price_consent_status":"0",
            "is_in_billing_retry_period":"1"},{"product_id":"c"}]}
            """)
        #expect(reported.environment == .sandbox && reported.renewals.count == 1)
        let info = try #require(reported.renewals.first)
        #expect(info.willAutoRenew && info.autoRenewPreference == "b" && info.priceIncreaseStatus == .pending)
        #expect(info.gracePeriodExpirationDate == Date(timeIntervalSince1970: 1_704_153_600))
    }

    @Test("What is no answer is told as that, and asked for again; rows that lack what is needed are counted")
    func unreadable() throws {
        for json in ["", "[]", "<html>", "{}", #"{"status":null}"#, #"{"status":"no"}"#] {
            let failure = #expect(throws: ReceiptFailure.self) { try answer(json) }
            #expect(failure?.code == .unreadableAnswer && failure?.retryClass == .retryable())
        }
        let reported = try answer(#"{"status":0,"receipt":{"in_app":[{"product_id":"a"},{"transaction_id":1},{}]}}"#)
        #expect(reported.purchases == [] && reported.unreadableRows == 3)
        let deep =
            #"{"status":0,"receipt":"# + String(repeating: #"{"in_app":["#, count: 400)
            + String(repeating: "]}", count: 400) + "}"
        #expect((try? answer(deep))?.purchases.isEmpty != false)
        #expect(try answer(#"{"status":0,"receipt":{"in_app":null,"bundle_id":["x"]}}"#).purchases == [])
    }

    @Test("SwiftyStoreKit's rules: what was taken back does not count, the latest end decides, by the server's date")
    func rules() throws {
        func row(_ id: String, _ product: String, _ end: Int?, _ more: String = "") -> String {
            let end = end.map { #","expires_date_ms":"\#($0)000""# } ?? ""
            return """
                {"transaction_id":"\(id)","original_transaction_id":"L","product_id":"\(product)",
                "purchase_date_ms":"1000","quantity":"1"\(end)\(more)}
                """
        }
        let cancelled = #","cancellation_date_ms":"5000""#
        let reported = try answer(
            """
            {"status":0,"receipt":{"request_date_ms":"100000","in_app":[\(row("1", "lamp", nil)),\(row("2", "pond", nil, cancelled)),
            \(row("3", "pass", nil))]},"latest_receipt_info":[\(row("4", "month", 50)),\(row("5", "month", 200)),
            \(row("6", "year", 500, cancelled)),\(row("7", "week", 90))],
            "pending_renewal_info":[{"original_transaction_id":"L","product_id":"week","auto_renew_status":"1",
            "grace_period_expires_date_ms":"150000"}]}
            """)
        #expect(reported.verifyPurchase(productId: "lamp") == .purchased(item: reported.purchases[0]))
        #expect(reported.verifyPurchase(productId: "pond") == .notPurchased)
        #expect(reported.verifyPurchase(productId: "other") == .notPurchased)
        let rows = try #require(reported.latestPurchases)
        let end = Date(timeIntervalSince1970: 200)
        let later = reported.verifySubscription(productId: "month", validUntil: .distantFuture)
        #expect(later == .purchased(expiryDate: end, items: [rows[1], rows[0]]), "the server's date counts")
        #expect(reported.verifySubscription(productId: "year") == .notPurchased)
        #expect(
            reported.verifySubscription(productId: "week")
                == .inGracePeriod(expiryDate: Date(timeIntervalSince1970: 150), items: [rows[3]]))
        #expect(
            reported.verifySubscriptions(productIds: ["week", "month", "year"])
                == .purchased(expiryDate: end, items: [rows[1], rows[3], rows[0]]))
        #expect(
            reported.verifySubscription(ofType: .nonRenewing(validDuration: .seconds(50)), productId: "pass")
                == .expired(expiryDate: Date(timeIntervalSince1970: 51), items: [reported.purchases[2]]))
        #expect(reported.distinctPurchaseIds() == ["month", "year", "week"])
        #expect(reported.distinctPurchaseIds(ofType: .nonRenewing(validDuration: .zero)) == ["lamp", "pond", "pass"])
    }

    @Test("One bad row is left out and counted, and the others stay; numbered rows are a list")
    func badRows() throws {
        for bad in ["null", #""text""#, "7", "true", "[]", "{}"] {
            let list =
                #"{"status":0,"receipt":{"in_app":[{\#(Self.row)},\#(bad)]},"latest_receipt_info":[\#(bad),{\#(Self.row)}]}"#
            let reported = try answer(list)
            #expect(
                reported.purchases.map(\.id) == ["1001"] && reported.latestPurchases?.map(\.id) == ["1001"], "\(bad)")
            #expect(reported.unreadableRows == 2, "\(bad)")
        }
        let renewals =
            #"[null,{"product_id":"garden.monthly","original_transaction_id":"1000","auto_renew_status":"1"}]"#
        #expect(try answer(#"{"status":0,"receipt":{},"pending_renewal_info":\#(renewals)}"#).renewals.count == 1)
        let second = Self.row.replacingOccurrences(of: "1001", with: "1002")
        let numbered = #"{"status":0,"receipt":{"in_app":{"10":{\#(second)},"2":{\#(Self.row)}}}}"#
        #expect(try answer(numbered).purchases.map(\.id) == ["1001", "1002"])
    }

    @Test("An answer that brings no receipt is none: it never says that nothing was bought")
    func withoutReceipt() throws {
        let texts = [
            #"{"status":0}"#, #"{"status":0,"receipt":null}"#, #"{"status":0,"receipt":"text"}"#,
            #"{"status":0,"receipt":[]}"#, #"{"status":0,"receipt":{"in_app":"text"}}"#, #"{"status":21006}"#,
            #"{"status":0,"receipt":{},"latest_receipt_info":"text"}"#,
        ]
        for text in texts {
            let failure = #expect(throws: ReceiptFailure.self) { try answer(text) }
            #expect(failure?.code == .unreadableAnswer, "\(text)")
        }
        #expect(try answer(#"{"status":0,"receipt":{"in_app":[]}}"#).purchases.isEmpty)
        #expect(try answer(#"{"status":0,"receipt":{}}"#).verifyPurchase(productId: "garden.monthly") == .notPurchased)
    }

    @Test("What has a date of cancellation was taken back, whether that date can be read or not")
    func cancelled() throws {
        func revoked(_ field: String) throws -> StoreTransaction? {
            try answer(#"{"status":0,"receipt":{"in_app":[{\#(Self.row),\#(field)}]}}"#).purchases.first
        }
        let readable = [#""cancellation_date_ms":"1672531200000.0""#, #""cancellation_date_ms":1672531200000"#]
        for field in readable {
            #expect(try revoked(field)?.revocationDate == Date(timeIntervalSince1970: 1_672_531_200), "\(field)")
        }
        let odd = [
            #""cancellation_date":"2023-01-01T00:00:00Z""#,
            #""cancellation_date":"2023-01-01 00:00:00 America/Los_Angeles""#,
            #""cancellation_date":"x""#, #""cancellation_date_ms":true"#, #""cancellation_date_ms":[]"#,
            #""cancellation_date_pst":"2023-01-01 00:00:00 America/Los_Angeles""#,
        ]
        for field in odd { #expect(try revoked(field)?.revocationDate != nil, "\(field)") }
        for field in [#""cancellation_date":"""#, #""cancellation_date":null"#, #""cancellation_date":false"#] {
            #expect(try revoked(field)?.revocationDate == nil, "\(field)")
        }
    }
}
