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
    func identifier(_ id: String) {
        #expect(code(PaymentRequest(productID: id)) == .invalidRequest)
    }

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
}
