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
                TestPayload.transaction(), TestPayload.renewalInfo(), app, test, TestPayload.retentionRequest(),
                ["environment": "Sandbox"],
            ] {
                let jws = try signer.jws(payload)
                kinds.append(await failure { try await verifier.verifyTransaction(jws) })
                kinds.append(await failure { try await verifier.verifyRenewalInfo(jws) })
                kinds.append(await failure { try await verifier.verifyAppTransaction(jws) })
                kinds.append(await failure { try await verifier.verifyNotification(jws) })
                kinds.append(await failure { try await verifier.verifyRetentionRequest(jws) })
            }
            for (index, kind) in kinds.enumerated() {
                #expect(kind == (index < 25 && index % 6 == 0 ? "passes" : "wrongKind/kind"), "\(index)")
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

        @Test("V1: a notification with several parts is for this app in each of them, or refused")
        func parts() async throws {
            let verifier = try signer.verifier()
            let own: [String: Any] = ["bundleId": "com.example.garden", "environment": "Sandbox"]
            for (changes, expected) in [
                ([:], "passes"), (["bundleId": "com.example.desert"], "wrongApp/app"),
                (["appAppleId": 1235], "wrongApp/app"),
                (["environment": "Production", "appAppleId": 1234], "wrongEnvironment/environment"),
            ] as [([String: Any], String)] {
                let jws = try signer.jws([
                    "notificationType": "RESCIND_CONSENT", "data": own, "appData": own.merging(changes) { $1 },
                ])
                #expect(await failure { try await verifier.verifyNotification(jws) } == expected)
            }
        }

        @Test("V1: a request for a retention message is whole, for this app's number and from an accepted environment")
        func retentionRequests() async throws {
            let verifier = try signer.verifier()
            let verified = try await verifier.verifyRetentionRequest(signer.jws(TestPayload.retentionRequest()))
            #expect(verified.payload.originalTransactionID == "1000" && verified.payload.userLocale == "en-US")
            #expect(verified.payload.requestID == UUID(uuidString: "3db5c98d-8acf-4e29-831e-8e1f82f9f6e9"))
            #expect(verified.payload.productID == "garden.monthly" && verified.payload.appID == 1234)
            #expect(verified.payload.unknownFields == nil)
            for key in ["signedDate", "appAppleId", "originalTransactionId", "productId", "requestIdentifier"] {
                let jws = try signer.jws(TestPayload.retentionRequest([key: NSNull()]))
                #expect(
                    await failure { try await verifier.verifyRetentionRequest(jws) } == "unreadableField/kind", "\(key)"
                )
            }
            for (changes, expected) in [
                (["userLocale": NSNull()], "wrongKind/kind"), (["appAppleId": 1235], "wrongApp/app"),
                (["environment": "Production"], "wrongEnvironment/environment"),
                (["environment": NSNull()], "wrongEnvironment/environment"),
                (["requestIdentifier": "7"], "unreadableField/kind"),
            ] as [([String: Any], String)] {
                let jws = try signer.jws(TestPayload.retentionRequest(changes))
                #expect(await failure { try await verifier.verifyRetentionRequest(jws) } == expected, "\(changes)")
            }
        }

        @Test(
            "V1: a date of the signature that is there and not readable is none: it is not checked as of now in its place",
            arguments: ["1e300", "-1e300", "9223372036854775808", "\"1704067200000\"", "true", "{}"])
        func unreadableDates(date: String) async throws {
            let verifier = try signer.verifier()
            func jws(_ members: String) throws -> String {
                let header = try JSONSerialization.data(withJSONObject: signer.header()).urlText
                let identity = #""environment":"Sandbox","bundleId":"com.example.garden""#
                return try signer.sign("\(header).\(Data("{\(members):\(date),\(identity)}".utf8).urlText)")
            }
            let transaction = try jws(#""transactionId":"1","signedDate""#)
            let info = try jws(#""autoRenewStatus":1,"signedDate""#)
            let app = try jws(#""receiptType":"Sandbox","receiptCreationDate""#)
            let notification = try jws(#""notificationType":"TEST","signedDate""#)
            let expected = "unreadableField/kind"
            #expect(await failure { try await verifier.verifyTransaction(transaction) } == expected)
            #expect(await failure { try await verifier.verifyRenewalInfo(info) } == expected)
            #expect(await failure { try await verifier.verifyAppTransaction(app) } == expected)
            #expect(await failure { try await verifier.verifyNotification(notification) } == expected)
        }
    }
#endif
