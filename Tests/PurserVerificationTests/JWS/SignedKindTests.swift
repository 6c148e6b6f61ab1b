#if Verification
    import Foundation
    import Purser
    import Testing

    @testable import PurserVerification

    @Suite("Each thing that the store signs is taken for what it is")
    struct SignedKindTests {
        let signer: TestSigner

        init() throws { signer = try TestSigner() }

        @Test("V1: what the store has signed as one thing is not taken for another, nor for nothing at all")
        func kinds() async throws {
            let verifier = try signer.verifier()
            let app: [String: Any] = [
                "receiptType": "Sandbox", "bundleId": "com.example.garden",
                "receiptCreationDate": TestPayload.signedDate,
            ]
            let test: [String: Any] = [
                "notificationType": "TEST", "data": ["bundleId": "com.example.garden", "environment": "Sandbox"],
            ]
            var kinds: [String] = []
            for payload in [
                TestPayload.transaction(), TestPayload.renewalInfo(), app, test, ["environment": "Sandbox"],
            ] {
                let jws = try signer.jws(payload)
                kinds.append(await failure { try await verifier.verifyTransaction(jws) })
                kinds.append(await failure { try await verifier.verifyRenewalInfo(jws) })
                kinds.append(await failure { try await verifier.verifyAppTransaction(jws) })
                kinds.append(await failure { try await verifier.verifyNotification(jws) })
            }
            for (index, kind) in kinds.enumerated() {
                #expect(kind == (index < 16 && index % 5 == 0 ? "passes" : "wrongKind/kind"), "\(index)")
            }
            let foreign = try signer.jws(TestPayload.transaction(["bundleId": "com.example.desert"]))
            #expect(await failure { try await verifier.verifyRenewalInfo(foreign) } == "wrongKind/kind")
        }

        @Test("V1: inside a notification each member is what its name says, or the notification is refused")
        func members() async throws {
            let verifier = try signer.verifier()
            func result(_ members: [String: Any], _ part: String = "data") async throws -> String {
                let own: [String: Any] = ["bundleId": "com.example.garden", "environment": "Sandbox"]
                let jws = try signer.jws(["notificationType": "TEST", part: own.merging(members) { $1 }])
                return await failure { try await verifier.verifyNotification(jws) }
            }
            let transaction = try signer.jws(TestPayload.transaction())
            #expect(try await result(["signedTransactionInfo": transaction]) == "passes")
            #expect(try await result(["signedRenewalInfo": transaction]) == "wrongKind/nested")
            for (part, keys) in [
                ("data", ["signedTransactionInfo", "signedRenewalInfo"]), ("appData", ["signedAppTransactionInfo"]),
            ] {
                for key in keys {
                    #expect(try await result([key: NSNull()], part) == "passes")
                    for value: Any in [5, ["x"], true, ["a": "b"]] {
                        #expect(try await result([key: value], part) == "unreadableField/nested", "\(key)")
                    }
                }
            }
            for number: Any in ["1234", -1, [1234]] {
                #expect(try await result(["appAppleId": number]) == "unreadableField/kind")
                let app = try signer.jws([
                    "receiptType": "Sandbox", "bundleId": "com.example.garden", "appAppleId": number,
                    "receiptCreationDate": TestPayload.signedDate,
                ])
                #expect(await failure { try await verifier.verifyAppTransaction(app) } == "unreadableField/kind")
            }
            let parts = try signer.jws([
                "notificationType": "TEST", "data": [transaction],
                "summary": ["bundleId": "com.example.garden", "environment": "Sandbox"],
            ])
            #expect(await failure { try await verifier.verifyNotification(parts) } == "unreadableField/kind")
        }
    }
#endif
