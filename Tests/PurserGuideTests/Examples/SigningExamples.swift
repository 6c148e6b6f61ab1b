#if Verification
    import Foundation
    import Purser
    import PurserSigning
    import PurserSimulator
    import PurserVerification
    import Testing

    @Suite("The examples of SigningForTests.md")
    struct SigningExamples {
        private let plus = "com.example.garden.club.plus.monthly"

        @Test("A store that signs, its receipts and its notifications")
        func signing() async throws {
            let garden = try Garden()
            let appStore = garden.appStore
            await appStore.updateSettings { $0.app.bundleID = "com.example.garden" }
            await appStore.startNotifications()

            let authority = try SigningAuthority()
            await appStore.sign(by: authority)
            var configuration = PurchaseStore.Configuration(backend: appStore)
            let verifier = try SignedDataVerifier(authority.accepted(bundleID: "com.example.garden"))
            configuration.verifier = SignedTransactionVerifier(verifier)

            let store = try await PurchaseStore.open(configuration)
            #expect(try await store.purchase(plus).purchase != nil)

            let receipt = try await store.refreshReceipt(force: true)
            let verified = try await verifier.verifyReceipt(receipt.data)
            print(verified.receipt.purchases.map(\.productID))

            #expect(verified.receipt.purchases.map(\.productID) == [plus])

            for notification in try await appStore.takeSignedNotifications() {
                let verified = try await verifier.verifyNotification(notification.signedPayload)
                print(verified.payload.type?.rawValue ?? "?", try verified.transaction?.storeTransaction().id ?? "")
            }
            try await store.close()
        }

        @Test("An offer that the server has signed")
        func offers() async throws {
            let garden = try Garden()
            let appStore = garden.appStore
            await appStore.updateSettings { $0.app.bundleID = "com.example.garden" }
            let store = try await garden.open()
            _ = try await store.purchase(plus)
            try await appStore.expire(plus)

            let key = OfferKey()
            await appStore.checkOffers(by: key)
            let signed = try key.promotionalOffer("plus.loyal", of: plus, bundleID: "com.example.garden", at: Date())
            let offer = PurchaseOption.promotionalOffer("plus.loyal", compactJWS: signed)
            try await store.purchase(plus, options: [offer])

            #expect(await appStore.transactions.last?.offer?.id == "plus.loyal")
            try await store.close()
        }
    }
#endif
