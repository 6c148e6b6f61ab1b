#if Verification
    import Foundation
    import Purser
    import Testing

    @testable import PurserVerification

    @Suite("A store's transactions are judged by their signed form")
    struct SignedTransactionVerifierTests {
        let signer: TestSigner

        init() throws { signer = try TestSigner() }

        private func reported(
            _ jws: String?, _ changes: [String: Any] = [:], change: (inout StoreTransaction.Fields) -> Void = { _ in }
        ) throws -> BackendTransaction {
            let json = try JSONSerialization.data(withJSONObject: TestPayload.transaction(changes))
            var fields = try TransactionPayload(json: json).storeTransaction().fields
            fields.jwsRepresentation = jws
            change(&fields)
            return BackendTransaction(StoreTransaction(fields), origin: .elsewhere)
        }

        private func verdict(_ reported: BackendTransaction, by verifier: SignedDataVerifier? = nil) async throws
            -> String
        {
            let check = SignedTransactionVerifier(try verifier ?? signer.verifier())
            switch await check.verify([reported]).first {
            case .verified: return "verified"
            case .invalid(let reason): return "invalid: \(reason)"
            case .undetermined(let reason): return "undetermined: \(reason)"
            case nil: return "none"
            }
        }

        @Test("V1: genuine when the signed form passes and says what was told")
        func genuine() async throws {
            let jws = try signer.jws(TestPayload.transaction())
            #expect(try await verdict(try reported(jws)) == "verified")
            var undecided = try reported(jws)
            undecided.verification = .undetermined("the device is away")
            #expect(try await verdict(undecided) == "verified")
        }

        @Test("V1: forged when the platform says so, when a check fails, and when something else was told")
        func forged() async throws {
            let jws = try signer.jws(TestPayload.transaction())
            var unverified = try reported(jws)
            unverified.verification = .invalid("no")
            #expect(try await verdict(unverified) == "invalid: no")
            let stranger = try TestSigner().jws(TestPayload.transaction())
            #expect(try await verdict(try reported(stranger)).hasPrefix("invalid: untrustedChain"))
            #expect(try await verdict(try reported("a.b.c")).hasPrefix("invalid: malformed"))
            let changes: [(String, (inout StoreTransaction.Fields) -> Void)] = [
                ("transactionId", { $0.id = "9" }), ("productId", { $0.productID = "garden.castle" }),
                ("originalTransactionId", { $0.originalID = "9" }), ("quantity", { $0.purchasedQuantity = 300 }),
                ("type", { $0.productType = .nonConsumable }), ("purchaseDate", { $0.purchaseDate += 1 }),
                ("expiresDate", { $0.expirationDate = .distantFuture }),
                ("revocationDate", { $0.revocationDate = Date() }),
                ("isUpgraded", { $0.isUpgraded = true }), ("inAppOwnershipType", { $0.ownershipType = .familyShared }),
                ("subscriptionGroupIdentifier", { $0.subscriptionGroupID = "g" }),
                ("appAccountToken", { $0.appAccountToken = UUID() }), ("bundleId", { $0.appBundleID = "x" }),
                ("environment", { $0.environment = .production }),
            ]
            for (field, change) in changes {
                let result = try await verdict(try reported(jws, change: change))
                #expect(result == "invalid: The report differs from its signed form: \(field).")
            }
        }

        private var whole: [String: Any] {
            [
                "currency": "SEK", "price": 9990, "offerType": 2, "offerIdentifier": "spring", "storefront": "SWE",
                "storefrontId": "143456", "webOrderLineItemId": "77", "appTransactionId": "7000",
                "originalPurchaseDate": 1_600_000_000_000, "transactionReason": "PURCHASE",
            ]
        }

        @Test("V1: forged when something else was told where both sides say something")
        func differing() async throws {
            let jws = try signer.jws(TestPayload.transaction(whole))
            #expect(try await verdict(try reported(jws, whole)) == "verified")
            let changes: [(String, (inout StoreTransaction.Fields) -> Void)] = [
                ("currency", { $0.currencyCode = "USD" }),
                ("offerType", { $0.offer = .init(type: .introductory, id: "spring") }),
                ("offerIdentifier", { $0.offer = .init(type: .promotional, id: "summer") }),
                ("storefront", { $0.storefrontCountryCode = "USA" }), ("storefrontId", { $0.storefrontID = "143441" }),
                ("webOrderLineItemId", { $0.webOrderLineItemID = "78" }),
                ("appTransactionId", { $0.appTransactionID = "7001" }), ("signedDate", { $0.signedDate? += 1 }),
                ("originalPurchaseDate", { $0.originalPurchaseDate -= 1 }),
                ("transactionReason", { $0.reason = .renewal }),
            ]
            for (field, change) in changes {
                let result = try await verdict(try reported(jws, whole, change: change))
                #expect(result == "invalid: The report differs from its signed form: \(field).")
            }
        }

        @Test("V1: genuine where one side leaves out what it cannot tell, whatever the price")
        func silent() async throws {
            let (long, short) = (
                try signer.jws(TestPayload.transaction(whole)), try signer.jws(TestPayload.transaction())
            )
            #expect(try await verdict(try reported(long)) == "verified")
            #expect(try await verdict(try reported(short, whole)) == "verified")
            let renewal = try signer.jws(TestPayload.transaction(["transactionReason": "RENEWAL"]))
            #expect(try await verdict(try reported(renewal)) == "verified")
            let priced = try reported(long, whole) { fields in
                fields.price = 10
                fields.signedDate? += 0.001
            }
            #expect(try await verdict(priced) == "verified")
        }

        @Test("V1: what was told in another spelling of the same letters differs")
        func spelling() async throws {
            let jws = try signer.jws(TestPayload.transaction(["productId": "caf\u{E9}"]))
            let result = try await verdict(try reported(jws) { $0.productID = "cafe\u{301}" })
            #expect(result == "invalid: The report differs from its signed form: productId.")
        }

        @Test("V1: undecided without a signed form, when nobody could be asked, and when the form is newer")
        func undecided() async throws {
            #expect(try await verdict(try reported(nil)).hasPrefix("undetermined: "))
            let jws = try signer.jws(TestPayload.transaction())
            let asking = try signer.verifier { $0.revocationChecker = FixedChecker([.couldNotAsk("no network")]) }
            #expect(try await verdict(try reported(jws), by: asking).hasPrefix("undetermined: revocationUnknown"))
            let newer = try signer.jws(TestPayload.transaction(["productId": ["garden.gold"]]))
            #expect(try await verdict(try reported(newer)).hasPrefix("undetermined: unreadableField"))
            for quantity: Any in ["3", 1.5, [3], UInt64(10_000_000_000_000_000_000)] {
                let wrong = try signer.jws(TestPayload.transaction(["quantity": quantity]))
                #expect(
                    try await verdict(try reported(wrong)).hasPrefix("undetermined: unreadableField"), "\(quantity)")
            }
            var limited = try reported(jws)
            limited.verification = .outOfLimits("too long")
            #expect(try await verdict(limited) == "undetermined: too long")
        }

        @Test(
            "V1: what is too old is undecided, with the word to ask for it anew; what is for another app is not genuine"
        )
        func old() async throws {
            let jws = try signer.jws(TestPayload.transaction())
            let strict = try signer.verifier {
                $0.maximumAge = .seconds(59)
                $0.clock = StandingClock(date: TestAuthority.start + 60)
            }
            let old = try await verdict(try reported(jws), by: strict)
            #expect(old.hasPrefix("undetermined: tooOld") && old.contains("Request it again from the App Store"))
            let dateless = try signer.jws(TestPayload.transaction(["signedDate": NSNull()]))
            #expect(try await verdict(try reported(dateless), by: strict).contains("Request it again"))
            let foreign = try signer.jws(TestPayload.transaction(["bundleId": "com.example.desert"]))
            #expect(try await verdict(try reported(foreign)).hasPrefix("invalid: wrongApp"))
            let production = try signer.jws(TestPayload.transaction(["environment": "Production"]))
            #expect(try await verdict(try reported(production)).hasPrefix("invalid: wrongEnvironment"))
            let info = try signer.jws(TestPayload.renewalInfo())
            #expect(try await verdict(try reported(info)).hasPrefix("invalid: wrongKind"))
        }

        @Test("A revoked certificate refuses, an answer counts for its lifetime, and that nobody answered is not kept")
        func revocation() async throws {
            let jws = try signer.jws(TestPayload.transaction())
            let checker = FixedChecker([.couldNotAsk("away"), .good, .revoked("stolen"), .good])
            let clock = Lock(StandingClock(date: TestAuthority.start))
            let verifier = try signer.verifier {
                $0.revocationChecker = checker
                $0.clock = MovedClock(clock: clock)
            }
            var results: [String] = []
            for seconds in [0, 1, 900, 901, 1_800, 1_801] {
                clock.withLock {
                    $0.reading = .seconds(seconds)
                    // The date runs backwards, which changes nothing.
                    $0.date -= 86_400
                }
                results.append(await failure { try await verifier.verifyTransaction(jws) })
            }
            let revoked = "revokedCertificate/revocation"
            #expect(
                results == ["revocationUnknown/revocation", "passes", "passes", revoked, revoked, "passes"])
            #expect(checker.asked.withLock { $0 }.count == 4)
        }

        @Test("The checker learns where to ask, and is not asked about what failed before")
        func asking() async throws {
            var shape = TestAuthority.Shape()
            shape.ocsp = "http://ocsp.example.com/store"
            let signer = try TestSigner(shape)
            let checker = FixedChecker([.good])
            let verifier = try signer.verifier { $0.revocationChecker = checker }
            let foreign = try signer.jws(TestPayload.transaction(["bundleId": "com.example.desert"]))
            #expect(await failure { try await verifier.verifyTransaction(foreign) } == "wrongApp/app")
            #expect(checker.asked.withLock { $0 }.isEmpty)
            _ = try await verifier.verifyTransaction(try signer.jws(TestPayload.transaction()))
            #expect(checker.asked.withLock { $0 }.first?.ocspAddresses == ["http://ocsp.example.com/store"])
        }
    }

    /// Gives these answers, one after the other.
    struct FixedChecker: RevocationChecker {
        let asked = Lock<[CertificateChain]>([])
        private let answers: [RevocationStatus]

        init(_ answers: [RevocationStatus]) { self.answers = answers }

        func status(of chain: CertificateChain) async -> RevocationStatus {
            let index = asked.withLock { asked in
                asked.append(chain)
                return asked.count - 1
            }
            return index < answers.count ? answers[index] : .couldNotAsk("no answer is left")
        }
    }

    /// A clock that the test moves.
    struct MovedClock: StoreClock {
        let clock: Lock<StandingClock>
        func now() -> Duration { clock.withLock { $0.reading } }
        func currentDate() -> Date { clock.withLock { $0.date } }
        func sleep(until deadline: Duration) async throws {}
    }
#endif
