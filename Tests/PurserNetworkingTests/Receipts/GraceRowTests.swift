import Foundation
import Purser
import Testing

@testable import PurserNetworking

@Suite("verifySubscriptions of several products, from a receipt: the items are all periods, latest first")
struct GraceRowTests {
    /// A subscription in an answer of the second 150: when its last period ends, and its grace period.
    private struct Life: CustomStringConvertible {
        let product: String
        let end: Int
        var graceEnd: Int?
        var isRevoked = false

        var description: String { "\(product) \(end) \(graceEnd ?? 0) \(isRevoked)" }
        var row: String {
            """
            {"transaction_id":"\(product)2","original_transaction_id":"\(product)1","product_id":"\(product)","quantity":"1",
            "purchase_date_ms":"1000","expires_date_ms":"\(end)000"\(isRevoked ? #","cancellation_date_ms":"2000""# : "")}
            """
        }
        var renewal: String? {
            graceEnd.map { grace in
                """
                {"original_transaction_id":"\(product)1","product_id":"\(product)","auto_renew_status":"1",
                "grace_period_expires_date_ms":"\(grace)000"}
                """
            }
        }
        /// 3 when it is paid for, 2 in grace, 1 when it has ended, 0 when it counts as never bought.
        var rank: Int { isRevoked ? 0 : end > 150 ? 3 : graceEnd.map { $0 > 150 } == true ? 2 : 1 }
        var decidingEnd: Int { rank == 2 ? graceEnd ?? 0 : end }
    }

    private func answer(_ lives: [Life]) throws -> ReceiptAnswer {
        let rows = lives.map(\.row).joined(separator: ",")
        let renewals = lives.compactMap(\.renewal).joined(separator: ",")
        return try ReceiptAnswer(
            Data(
                """
                {"status":0,"receipt":{"request_date_ms":"150000","in_app":[]},"latest_receipt_info":[\(rows)],
                "pending_renewal_info":[\(renewals)]}
                """.utf8))
    }

    private static func lives(_ product: String) -> [Life] {
        [
            Life(product: product, end: 200), Life(product: product, end: 120, graceEnd: 160),
            Life(product: product, end: 110, graceEnd: 170), Life(product: product, end: 130, graceEnd: 140),
            Life(product: product, end: 100), Life(product: product, end: 200, isRevoked: true),
        ]
    }

    @Test("Every pair of states, whichever ends later")
    func pairs() throws {
        for first in Self.lives("gold") {
            for second in Self.lives("pond") {
                let both = [first, second]
                let best = both.map(\.rank).max() ?? 0
                let counting = both.filter { $0.rank == best }
                let end = Date(timeIntervalSince1970: Double(counting.map(\.decidingEnd).max() ?? 0))
                let names = both.filter { $0.rank > 0 }.sorted { ($0.end, $0.product) > ($1.end, $1.product) }
                    .map { $0.product + "2" }
                switch try answer(both).verifySubscriptions(productIds: ["gold", "pond"]) {
                case .purchased(let until, let items):
                    #expect(best == 3 && until == end && items.map(\.id) == names, "\(both)")
                case .inGracePeriod(let until, let items):
                    #expect(best == 2 && until == end && items.map(\.id) == names, "\(both)")
                case .expired(let until, let items):
                    #expect(best == 1 && until == end && items.map(\.id) == names, "\(both)")
                case .notPurchased: #expect(best == 0, "\(both)")
                }
            }
        }
    }

    @Test("A grace period counts for the product that is subscribed to, not for the one before")
    func change() throws {
        let answer = try ReceiptAnswer(
            Data(
                #"""
                {"status":0,"receipt":{"request_date_ms":"150000","in_app":[]},"latest_receipt_info":[
                {"transaction_id":"1","original_transaction_id":"1","product_id":"gold","purchase_date_ms":"0","expires_date_ms":"50000"},
                {"transaction_id":"2","original_transaction_id":"1","product_id":"pond","purchase_date_ms":"50000","expires_date_ms":"100000"}],
                "pending_renewal_info":[{"original_transaction_id":"1","product_id":"pond","auto_renew_status":"1",
                "grace_period_expires_date_ms":"160000"}]}
                """#.utf8))
        let rows = try #require(answer.latestPurchases)
        let graceEnd = Date(timeIntervalSince1970: 160)
        #expect(
            answer.verifySubscription(productId: "gold")
                == .expired(expiryDate: Date(timeIntervalSince1970: 50), items: [rows[0]]))
        #expect(
            answer.verifySubscription(productId: "pond") == .inGracePeriod(expiryDate: graceEnd, items: [rows[1]]))
        #expect(
            answer.verifySubscriptions(productIds: ["gold", "pond"])
                == .inGracePeriod(expiryDate: graceEnd, items: [rows[1], rows[0]]))
    }
}
