#if Verification
    import Foundation
    import Purser
    import Testing

    @testable import PurserVerification

    @Suite("What the store has signed is verified")
    struct SignedDataVerifierTests {
        let signer: TestSigner

        init() throws { signer = try TestSigner() }

        @Test("A signed transaction becomes a transaction of the store, with its signed form")
        func genuine() async throws {
            let jws = try signer.jws(TestPayload.transaction())
            let verified = try await signer.verifier().verifyTransaction(jws)
            #expect(verified.jws == jws)
            #expect(try verified.chain.root == signer.authority.root.der)
            let transaction = try verified.storeTransaction()
            #expect(transaction.id == "1001" && transaction.purchasedQuantity == 3)
            #expect(transaction.jwsRepresentation == jws)
        }

        @Test("Renewal infos and app transactions, too")
        func others() async throws {
            let verifier = try signer.verifier()
            let info = try await verifier.verifyRenewalInfo(try signer.jws(TestPayload.renewalInfo()))
            #expect(try info.storeRenewalInfo().autoRenewPreference == "garden.yearly")
            let app = try await verifier.verifyAppTransaction(
                try signer.jws([
                    "receiptType": "Sandbox", "bundleId": "com.example.garden", "applicationVersion": "1",
                    "originalApplicationVersion": "1", "originalPurchaseDate": 0,
                    "receiptCreationDate": TestPayload.signedDate,
                ]))
            #expect(try app.storeAppTransaction().jwsRepresentation == app.jws)
        }

        @Test("White space around it is no part of it")
        func blanks() async throws {
            let jws = try signer.jws(TestPayload.transaction())
            #expect(try await signer.verifier().verifyTransaction("\n\(jws) \r\n").jws == jws)
        }

        @Test("What is for another app, another number or another environment is told so")
        func identity() async throws {
            let verifier = try signer.verifier()
            let otherApp = try signer.jws(TestPayload.transaction(["bundleId": "com.example.desert"]))
            #expect(await failure { try await verifier.verifyTransaction(otherApp) } == "wrongApp/app")
            let noApp = try signer.jws(TestPayload.transaction(["bundleId": NSNull()]))
            #expect(await failure { try await verifier.verifyTransaction(noApp) } == "wrongApp/app")
            for environment: Any in ["Production", "Xcode", "LocalTesting", "Moon", NSNull()] {
                let jws = try signer.jws(TestPayload.transaction(["environment": environment]))
                #expect(
                    await failure { try await verifier.verifyTransaction(jws) } == "wrongEnvironment/environment")
            }
            for (number, expected): (Any, String) in [
                (1234, "passes"), (0, "passes"), (NSNull(), "passes"), (1235, "wrongApp/app"),
            ] {
                let jws = try signer.jws([
                    "notificationType": "TEST",
                    "data": ["bundleId": "com.example.garden", "appAppleId": number, "environment": "Sandbox"],
                ])
                #expect(await failure { try await verifier.verifyNotification(jws) } == expected)
            }
        }

        @Test("In production the app's number must be named")
        func number() async throws {
            let verifier = try signer.verifier([.production, .sandbox])
            for (number, expected): (Any, String) in [
                (1234, "passes"), (0, "wrongApp/app"), (NSNull(), "wrongApp/app"), (1235, "wrongApp/app"),
            ] {
                let jws = try signer.jws([
                    "notificationType": "TEST",
                    "data": ["bundleId": "com.example.garden", "appAppleId": number, "environment": "Production"],
                ])
                #expect(await failure { try await verifier.verifyNotification(jws) } == expected)
            }
        }

        @Test("What is signed inside a notification is verified by itself, and one forgery refuses all of it")
        func nested() async throws {
            let verifier = try signer.verifier()
            let transaction = try signer.jws(TestPayload.transaction())
            let info = try signer.jws(TestPayload.renewalInfo())
            func notification(_ transaction: String) throws -> String {
                try signer.jws([
                    "notificationType": "DID_RENEW",
                    "data": [
                        "bundleId": "com.example.garden", "environment": "Sandbox",
                        "signedTransactionInfo": transaction, "signedRenewalInfo": info,
                    ],
                ])
            }
            let verified = try await verifier.verifyNotification(try notification(transaction))
            #expect(verified.transaction?.jws == transaction && verified.renewalInfo?.jws == info)
            #expect(verified.payload.type == .didRenew && verified.appTransaction == nil)
            let stranger = try TestSigner().jws(TestPayload.transaction())
            let outer = try notification(stranger)
            #expect(await failure { try await verifier.verifyNotification(outer) } == "untrustedChain/nested")
            let foreign = try notification(try signer.jws(TestPayload.transaction(["bundleId": "com.example.desert"])))
            #expect(await failure { try await verifier.verifyNotification(foreign) } == "wrongApp/nested")
        }

        @Test("V1: a bundle identifier is compared by its bytes, not by what its letters look like")
        func spelling() async throws {
            let verifier = try signer.verifier { $0.bundleID = "com.example.caf\u{E9}" }
            for (identifier, expected) in [
                ("com.example.caf\u{E9}", "passes"), ("com.example.cafe\u{301}", "wrongApp/app"),
            ] {
                let jws = try signer.jws(TestPayload.transaction(["bundleId": identifier]))
                #expect(await failure { try await verifier.verifyTransaction(jws) } == expected)
            }
        }

        @Test(
            "V1: only what the store has not signed as it is is called forged, and what is for others has its own name")
        func words() {
            let codes: [(SignedDataFailure.Code, isForgery: Bool, isMisplaced: Bool)] = [
                (.malformed, true, false), (.unsupportedAlgorithm, true, false), (.invalidCertificate, true, false),
                (.expiredCertificate, true, false), (.untrustedChain, true, false), (.invalidSignature, true, false),
                (.revokedCertificate, true, false), (.wrongKind, false, true), (.wrongApp, false, true),
                (.wrongEnvironment, false, true), (.wrongDevice, false, true), (.tooOld, false, false),
                (.tooLarge, false, false), (.expired, false, false), (.revocationUnknown, false, false),
                (.unreadableField, false, false), (.invalidConfiguration, false, false),
            ]
            for (code, isForgery, isMisplaced) in codes {
                let error = SignedDataFailure(code, .form, "")
                #expect(error.isForgery == isForgery && error.isMisplaced == isMisplaced, "\(code)")
            }
        }

        @Test("Xcode's signatures count where its certificate is pinned, and for nothing but Xcode and local tests")
        func xcode() async throws {
            let certificate = try signer.authority.leaf.der
            let header = try signer.header(["x5c": [certificate.base64EncodedString()], "kid": "Apple_Xcode_Key"])
            let jws = try signer.jws(TestPayload.transaction(["environment": "Xcode"]), header: header)
            let strict = try signer.verifier()
            #expect(await failure { try await strict.verifyTransaction(jws) } == "invalidCertificate/certificates")
            let verifier = try signer.verifier { $0.pinnedCertificates = [certificate] }
            #expect(try await verifier.verifyTransaction(jws).chain.isPinnedAlone)
            for environment in ["Production", "Sandbox"] {
                let jws = try signer.jws(TestPayload.transaction(["environment": environment]), header: header)
                #expect(
                    await failure { try await verifier.verifyTransaction(jws) } == "wrongEnvironment/environment")
            }
            let other = try TestSigner()
            let foreign = try other.jws(
                TestPayload.transaction(["environment": "Xcode"]),
                header: other.header(["x5c": [try other.authority.leaf.der.base64EncodedString()]]))
            #expect(
                await failure { try await verifier.verifyTransaction(foreign) } == "invalidCertificate/certificates")
        }

        @Test("The certificates count at the date of the signature, to the second, also where the chain is known")
        func dates() async throws {
            let verifier = try signer.verifier()
            let start = 1_672_531_200_000
            let end = 1_988_150_400_000
            for (date, expected) in [
                (start - 1, "expiredCertificate/dates"), (start, "passes"), (end, "passes"),
                (end + 1, "expiredCertificate/dates"), (Int.max / 2, "expiredCertificate/dates"),
            ] {
                let jws = try signer.jws(TestPayload.transaction(["signedDate": date]))
                #expect(await failure { try await verifier.verifyTransaction(jws) } == expected, "\(date)")
                let fresh = try signer.verifier()
                #expect(await failure { try await fresh.verifyTransaction(jws) } == expected, "\(date)")
            }
        }

        @Test("How long ago it may have been signed is the app's choice, and any time unless it chooses")
        func age() async throws {
            let jws = try signer.jws(TestPayload.transaction())
            #expect(await failure { try await signer.verifier().verifyTransaction(jws) } == "passes")
            let now = Date(timeIntervalSince1970: 1_704_067_200 + 60)
            for (limit, expected) in [(Duration.seconds(60), "passes"), (.seconds(59), "tooOld/age")] {
                let verifier = try signer.verifier {
                    $0.maximumAge = limit
                    $0.clock = StandingClock(date: now)
                }
                #expect(await failure { try await verifier.verifyTransaction(jws) } == expected)
            }
        }

        @Test(
            "V1: a field of another type fails once, at verification, which names it; what is verified can be recorded")
        func fieldTypes() async throws {
            let wrong: [(key: String, value: Any)] = [
                ("originalTransactionId", 7), ("quantity", "2"), ("expiresDate", "soon"), ("isUpgraded", "yes"),
                ("inAppOwnershipType", 1), ("revocationDate", true), ("productId", 1), ("purchaseDate", "now"),
            ]
            for (key, value) in wrong {
                let jws = try signer.jws(TestPayload.transaction([key: value]))
                let verifier = try signer.verifier()
                let error = await #expect(throws: SignedDataFailure.self) { try await verifier.verifyTransaction(jws) }
                #expect(error?.code == .unreadableField && error?.check == .kind && error?.isForgery == false)
                #expect(error?.message.contains(key) == true, "\(key)")
            }
            let jws = try signer.jws(TestPayload.transaction(["revocationReason": "none", "price": "1"]))
            let transaction = try await signer.verifier().verifyTransaction(jws).storeTransaction()
            #expect(transaction.revocationReason == nil && transaction.unknownFields?.contains("price") == true)
        }

        @Test("A verifier that would accept nothing, or too much, cannot be made")
        func configuration() throws {
            for change: (inout SignedDataVerifier.Configuration) -> Void in [
                { $0.bundleID = "" }, { $0.environments = [] }, { $0.rootCertificates = [] },
                {
                    $0.environments = [.production]
                    $0.appID = nil
                }, { $0.environments = [.xcode] },
            ] {
                let error = #expect(throws: SignedDataFailure.self) { try signer.verifier(change: change) }
                #expect(error?.code == .invalidConfiguration && error?.isForgery == false)
            }
            let error = #expect(throws: SignedDataFailure.self) {
                try signer.verifier { $0.rootCertificates = [Data([1, 2, 3])] }
            }
            #expect(error?.code == .invalidCertificate)
        }
    }

    /// A clock that stands.
    struct StandingClock: StoreClock {
        var date: Date
        var reading: Duration = .zero
        func now() -> Duration { reading }
        func currentDate() -> Date { date }
        func sleep(until deadline: Duration) async throws {}
    }
#endif
