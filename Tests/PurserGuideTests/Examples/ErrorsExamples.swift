import Purser
import PurserSimulator
import Testing

@Suite("The examples of “Errors and what to do”", .timeLimit(.minutes(30)))
struct ErrorsExamples {
    @Test("A switch over codes")
    func codes() async throws {
        let garden = try Garden()
        let store = try await garden.open()
        await garden.appStore.nextPurchase(.fails(.networkError))
        do {
            try await store.purchase("com.example.garden.greenhouse")
        } catch {
            switch error.code {
            case .paymentNotAllowed: print("Purchases are switched off on this device.")
            case .outcomeUnknown: print("The connection broke. If you were charged, it will be delivered.")
            case .ledgerUnavailable where error.transactionID != nil:
                print("Paid. It will be delivered as soon as there is room on the disk.")
            default: print("It did not work: \(error.code.rawValue)")
            }
        }
        #expect(!store.entitlements.contains("com.example.garden.greenhouse"))
        try await store.close()
    }

    @Test("The code of a failure where calls of two kinds fail")
    func twoKinds() async throws {
        let garden = try Garden()
        let store = try await garden.open()
        await garden.appStore.nextPurchase(.fails(.paymentInvalid))
        var lines: [String] = []
        func print(_ line: String) { lines.append(line) }
        do {
            try await store.purchase("com.example.garden.greenhouse")
            try await store.removeContent(of: "com.example.garden.shed")
        } catch let failure as PurchaseFailure {
            print("It was not bought: \(failure.code.rawValue)")
        } catch {
            print("It was bought, but the shed is still there: \(error)")
        }
        #expect(lines == ["It was not bought: paymentInvalid"])
        try await store.close()
    }
}
