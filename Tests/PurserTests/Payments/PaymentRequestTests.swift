import Foundation
import Testing

@testable import Purser

@Suite("Payments: what is refused before anybody is asked")
struct PaymentRequestTests {
    private func code(_ request: PaymentRequest) -> PurchaseFailure.Code? {
        do {
            try request.validate()
            return nil
        } catch { return error.code }
    }

    @Test("Quantities from 1 to 10 pass", arguments: [Int.min, -1, 0, 1, 10, 11, Int.max])
    func quantity(_ quantity: Int) {
        let isValid = (1...10).contains(quantity)
        #expect(code(PaymentRequest(productID: "coins", quantity: quantity)) == (isValid ? nil : .invalidQuantity))
    }

    @Test(
        "Identifiers are neither empty, nor long, nor do they control a terminal",
        arguments: ["", "a\u{7}b", "a\nb", "\u{7F}", String(repeating: "x", count: 256)])
    func identifier(_ id: String) { #expect(code(PaymentRequest(productID: id)) == .invalidRequest) }

    @Test("The longest identifier and the largest context pass; a byte more does not")
    func limits() {
        #expect(code(PaymentRequest(productID: String(repeating: "x", count: 255))) == nil)
        let full = ["k": String(repeating: "v", count: PaymentRequest.maximumContextBytes - 1)]
        #expect(code(PaymentRequest(productID: "coins", context: full)) == nil)
        let over = ["kk": String(repeating: "v", count: PaymentRequest.maximumContextBytes - 1)]
        #expect(code(PaymentRequest(productID: "coins", context: over)) == .invalidRequest)
        // Counted in bytes, not in characters.
        let wide = ["k": String(repeating: "é", count: PaymentRequest.maximumContextBytes / 2)]
        #expect(code(PaymentRequest(productID: "coins", context: wide)) == .invalidRequest)
    }

    @Test("The largest options pass; a byte more does not, nor do two that say the same")
    func options() {
        let full = PurchaseOption.custom(key: "k", value: String(repeating: "v", count: 16_383))
        #expect(code(PaymentRequest(productID: "coins", options: [full])) == nil)
        #expect(code(PaymentRequest(productID: "coins", options: [full, .winBackOffer("b")])) == .invalidRequest)
        let both: Set<PurchaseOption> = [.promotionalOffer("a", compactJWS: "a.b.c"), .winBackOffer("b")]
        #expect(code(PaymentRequest(productID: "coins", options: both)) == .invalidRequest)
        let keys: Set<PurchaseOption> = [.custom(key: "k", value: 1.5), .custom(key: "k", value: true)]
        #expect(code(PaymentRequest(productID: "coins", options: keys)) == .invalidRequest)
        let different: Set<PurchaseOption> = [.custom(key: "k", value: 1.5), .custom(key: "l", value: Data([1]))]
        #expect(code(PaymentRequest(productID: "coins", options: different)) == nil)
    }
}
