import Foundation
import Purser
import PurserNetworking
import PurserSimulator
import Testing

@Suite("The examples of ValidatingReceipts.md")
struct ValidatingReceiptsExamples {
    /// Says that nothing was bought.
    private struct EmptyValidator: ReceiptValidator {
        func validate(_ receipt: StoreReceipt) async throws -> ReceiptAnswer {
            try ReceiptAnswer(Data(#"{"status":0,"receipt":{"in_app":[]}}"#.utf8))
        }
    }

    @Test("Whom to ask")
    func validators() async throws {
        let secret = "0123"

        let apple = AppStoreReceiptValidator(sharedSecret: secret)

        #expect(apple.production.host == "buy.itunes.apple.com")

        let addresses = ["https://receipts.example.com/v1", "https://receipts.example.net/v1"]
        let own = ServerReceiptValidator(addresses.compactMap { URL(string: $0) })
        let validator = CachingReceiptValidator(own, lifetime: .seconds(60))

        #expect(own.hosts.count == 2)
        validator.forgetAnswers()
    }

    @Test("What a receipt says")
    func answers() async throws {
        let garden = try Garden()
        let store = try await garden.open()
        let validator = EmptyValidator()

        let receipt = try await store.refreshReceipt(force: false)
        let answer = try await validator.validate(receipt)
        switch answer.verifySubscription(productId: "com.example.garden.club.monthly") {
        case .purchased(let expiryDate, _): print("until", expiryDate)
        case .inGracePeriod(let expiryDate, _): print("not paid; until", expiryDate)
        case .expired(let expiryDate, _): print("over since", expiryDate)
        case .notPurchased: print("never bought")
        }

        #expect(answer.verifyPurchase(productId: "com.example.garden.pond") == .notPurchased)
        try await store.close()
    }
}
