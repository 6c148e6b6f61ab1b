#if Verification
    import Foundation
    import Purser
    import PurserNetworking
    import PurserVerification
    import Testing

    @Suite("The examples of VerifyingSignedData.md")
    struct VerifyingExamples {
        @Test("A verifier of one app refuses what the store has not signed")
        func transactions() async throws {
            let jws = "a.b.c"
            var accepted = SignedDataVerifier.Configuration(bundleID: "com.example.garden", appID: 1_234_567_890)
            accepted.environments = [.production, .sandbox]
            let verifier = try SignedDataVerifier(accepted)

            do {
                let verified = try await verifier.verifyTransaction(jws)
                let transaction = try verified.storeTransaction()
                print("the store has signed", transaction.id)
            } catch let error where error.isForgery {
                print("the store has not signed this:", error.code)
            } catch let error where error.isMisplaced {
                print("the store has signed this, but not for this app:", error.code)
            } catch {
                print("this does not count yet:", error.message)
            }

            let error = await #expect(throws: SignedDataFailure.self) { try await verifier.verifyTransaction(jws) }
            #expect(error?.isForgery == true)
        }

        @Test("A store judges by signed forms")
        func store() async throws {
            let garden = try Garden()
            let verifier = try SignedDataVerifier(.init(bundleID: "com.example.garden", environments: [.sandbox]))
            var configuration = garden.configuration
            configuration.verifier = SignedTransactionVerifier(verifier)
            let store = try await PurchaseStore.open(configuration)
            try await store.close()
        }

        @Test("Authorities are asked whether they revoked a certificate")
        func revocation() throws {
            var accepted = SignedDataVerifier.Configuration(bundleID: "com.example.garden", environments: [.sandbox])

            let exchange = OCSPExchange()
            accepted.revocationChecker = OCSPChecker { try await exchange.ask($0, $1) }

            #expect(try SignedDataVerifier(accepted).configuration.revocationChecker != nil)
        }

        @Test("A receipt from before iOS 7 names its transaction")
        func transactionReceipt() throws {
            let info = Data(#"{ "transaction-id" = "1000000046178817"; }"#.utf8).base64EncodedString()
            let data = Data(#"{ "purchase-info" = "\#(info)"; "environment" = "Sandbox"; }"#.utf8)
            print("ask Apple for transaction", try TransactionReceipt(data).transactionID)
        }

        @Test("A receipt that is none is refused")
        func receipts() async throws {
            let (data, deviceID) = (Data([0x30, 0]), Data(count: 16))
            let verifier = try SignedDataVerifier(.init(bundleID: "com.example.garden", environments: [.sandbox]))
            await #expect(throws: SignedDataFailure.self) {
                let receipt = try await verifier.verifyReceipt(data, appVersion: "12", deviceID: deviceID).receipt
                print(receipt.purchases.map(\.productID))
            }
        }
    }
#endif
