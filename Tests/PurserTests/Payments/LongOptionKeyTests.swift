import Foundation
import Testing

@testable import Purser

@Suite("Custom options with long keys")
struct LongOptionKeyTests {
    @Test(
        "Keys that agree in their first 80 characters are two keys; the same key twice is rejected, in a short message")
    func longKeys() throws {
        let prefix = String(repeating: "k", count: 200)
        try PaymentRequest(
            productID: "seeds",
            options: [.custom(key: prefix + "1", value: "a"), .custom(key: prefix + "2", value: "a")]
        ).validate()
        let failure = #expect(throws: PurchaseFailure.self) {
            try PaymentRequest(
                productID: "seeds", options: [.custom(key: prefix, value: "a"), .custom(key: prefix, value: "b")]
            ).validate()
        }
        #expect(failure?.code == .invalidRequest && (failure?.message.count ?? 0) < 200)
    }
}
