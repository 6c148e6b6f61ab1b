#if Verification
    import Crypto
    import Foundation
    import Purser
    import PurserSimulator
    import PurserVerification
    import Testing

    @testable import PurserSigning

    @Suite("Offers are checked by a key", .timeLimit(.minutes(30)))
    struct OfferKeyTests {
        private let key = OfferKey(id: "K1")
        private let user = UUID()

        private func appStore(_ key: OfferKey, isSubscribed: Bool = true) async throws -> SigningBench {
            let bench = try await SigningBench()
            await bench.appStore.checkOffers(by: key)
            try await bench.appStore.activate()
            if isSubscribed {
                try await bench.appStore.submit([payment(1, "silver")])
                try await bench.appStore.expire("silver")
            }
            return bench
        }

        /// The code with which a purchase with an option is refused; "bought" when it is not.
        private func answer(
            _ bench: SigningBench, _ option: PurchaseOption, user: UUID? = nil, number: UInt64 = 2
        ) async throws -> String {
            let mailbox = try #require(bench.appStore.inbox.claim())
            try await bench.appStore.submit([payment(number, "silver", user: user, [option])])
            for event in try #require(await mailbox.next()).flatMap({ $0 }) {
                if case .paymentEnded(let ending) = event, case .failed(let error) = ending.result {
                    return error.code.rawValue
                }
            }
            return "bought"
        }

        @Test("Joined fields: signed by the key for this app, offer, product, user and day, or refused")
        func joinedFields() async throws {
            func rejection(
                offer: String = "spring", product: String = "silver", app: String = "com.example.garden",
                signs: OfferKey? = nil, signedUser: UUID?, buyer: UUID?, hours: Double = 0,
                change: (inout StoreOffer.Signature) -> Void = { _ in }
            ) async throws -> String {
                let bench = try await appStore(key)
                var signature = try (signs ?? key).signature(
                    forOffer: offer, of: product, bundleID: app, appAccountToken: signedUser,
                    at: bench.clock.currentDate() - hours * 3_600)
                change(&signature)
                return try await answer(bench, .promotionalOffer("spring", signature: signature), user: buyer)
            }
            #expect(try await rejection(signedUser: user, buyer: user) == "bought")
            #expect(try await rejection(signedUser: nil, buyer: nil, hours: 23.9) == "bought")
            let invalid = "invalidSignature"
            #expect(try await rejection(signedUser: user, buyer: nil) == invalid)
            #expect(try await rejection(signedUser: nil, buyer: user) == invalid)
            #expect(try await rejection(offer: "autumn", signedUser: user, buyer: user) == invalid)
            #expect(try await rejection(product: "gold", signedUser: user, buyer: user) == invalid)
            #expect(try await rejection(app: "com.example.desert", signedUser: user, buyer: user) == invalid)
            #expect(try await rejection(signs: OfferKey(id: "K1"), signedUser: user, buyer: user) == invalid)
            #expect(try await rejection(signs: OfferKey(id: "K2"), signedUser: user, buyer: user) == invalid)
            #expect(try await rejection(signedUser: user, buyer: user, hours: 24.1) == invalid)
            #expect(try await rejection(signedUser: user, buyer: user, hours: -1) == invalid)
            #expect(try await rejection(signedUser: user, buyer: user) { $0.nonce = UUID() } == invalid)
            #expect(try await rejection(signedUser: user, buyer: user) { $0.signature = Data([1]) } == invalid)
        }

        @Test("JWS: for this audience, app, product, offer and customer, by the key")
        func compactJWS() async throws {
            func rejection(
                offer: String = "spring", app: String = "com.example.garden", signs: OfferKey? = nil,
                transaction: String? = nil, change: (String) -> String = { $0 }
            ) async throws -> String {
                let bench = try await appStore(key)
                let jws = try (signs ?? key).promotionalOffer(
                    offer, of: "silver", bundleID: app, transactionID: transaction, at: bench.clock.currentDate())
                return try await answer(bench, .promotionalOffer("spring", compactJWS: change(jws)))
            }
            #expect(try await rejection() == "bought")
            #expect(try await rejection(transaction: "2000000000001") == "bought")
            let invalid = "invalidSignature"
            #expect(try await rejection(transaction: "2000000000009") == invalid)
            #expect(try await rejection(offer: "autumn") == invalid)
            #expect(try await rejection(app: "com.example.desert") == invalid)
            #expect(try await rejection(signs: OfferKey(id: "K1")) == invalid)
            #expect(try await rejection(signs: OfferKey(id: "K2")) == invalid)
            #expect(try await rejection { String($0.dropLast(4)) + "AAAA" } == invalid)
            #expect(try await rejection { $0.replacingOccurrences(of: ".", with: "..") } == invalid)
            let bench = try await appStore(key)
            let other = try key.introductoryOfferEligibility(
                true, for: "silver", bundleID: "com.example.garden", transactionID: "0", at: bench.clock.currentDate())
            #expect(try await answer(bench, .promotionalOffer("spring", compactJWS: other)) == invalid)
        }

        @Test("A statement that names no product, or no offer, is for none, whoever has signed it")
        func silentStatements() async throws {
            let secret = P256.Signing.PrivateKey()
            let key = try OfferKey(id: "K7", privateKey: secret.derRepresentation)
            func answer(_ claims: String, isOffer: Bool) async throws -> String {
                let bench = try await appStore(key, isSubscribed: isOffer)
                let audience = isOffer ? "promotional-offer" : "introductory-offer-eligibility"
                let header = Data(#"{"alg":"ES256","kid":"K7"}"#.utf8).base64URL
                let body = #"{"aud":"\#(audience)","bid":"com.example.garden"\#(claims)}"#
                let text = header + "." + Data(body.utf8).base64URL
                let jws = text + "." + (try secret.signature(for: Data(text.utf8)).rawRepresentation.base64URL)
                return try await self.answer(
                    bench,
                    isOffer
                        ? .promotionalOffer("spring", compactJWS: jws) : .introductoryOfferEligibility(compactJWS: jws))
            }
            let invalid = "invalidSignature"
            let offer = #","offerIdentifier":"spring""#
            #expect(try await answer(#","productId":"silver""# + offer, isOffer: true) == "bought")
            #expect(try await answer(#","productId":"silver""#, isOffer: true) == invalid)
            #expect(try await answer(offer, isOffer: true) == invalid)
            #expect(try await answer(#","productId":null"# + offer, isOffer: true) == invalid)
            let allowed = #","allowIntroductoryOffer":true"#
            #expect(try await answer(#","productId":"silver""# + allowed, isOffer: false) == "bought")
            #expect(try await answer(allowed, isOffer: false) == invalid)
            #expect(try await answer(#","productId":"gold""# + allowed, isOffer: false) == invalid)
        }

        @Test("A statement on the introductory offer counts by the key alone")
        func eligibility() async throws {
            let cases = [(key, false, "bought"), (OfferKey(id: "K1"), true, "invalidSignature")]
            for (signs, isAllowed, expected) in cases {
                let bench = try await appStore(key, isSubscribed: false)
                let jws = try signs.introductoryOfferEligibility(
                    isAllowed, for: "silver", bundleID: "com.example.garden", transactionID: "0",
                    at: bench.clock.currentDate())
                let result = try await answer(bench, .introductoryOfferEligibility(compactJWS: jws))
                #expect(result == expected)
                #expect(await bench.appStore.transactions.last?.offer == nil)
            }
        }

        @Test("The key of a .storekit file is read, and one that is none is refused")
        func files() throws {
            let pair = P256.Signing.PrivateKey()
            func configuration(_ bytes: Data) throws -> StoreKitConfiguration {
                let pair = #"{"id":"K1","privateKey":"\#(bytes.base64EncodedString())"}"#
                let text = #"{"products":[],"subscriptionOffersKeyPair":\#(pair)}"#
                return try StoreKitConfiguration(data: Data(text.utf8))
            }
            let key = try #require(try OfferKey(try configuration(pair.derRepresentation)))
            let signature = try key.signature(forOffer: "spring", of: "silver", bundleID: "b", at: Date())
            #expect(signature.keyID == "K1")
            // As Apple's servers join them: without a user there is nothing between two separators.
            let milliseconds = Int64((signature.timestamp.timeIntervalSince1970 * 1_000).rounded())
            let nonce = signature.nonce.uuidString.lowercased()
            let joined = ["b", "K1", "silver", "spring", "", nonce, "\(milliseconds)"].joined(separator: "\u{2063}")
            let ecdsa = try P256.Signing.ECDSASignature(derRepresentation: signature.signature)
            #expect(pair.publicKey.isValidSignature(ecdsa, for: Data(joined.utf8)))
            #expect(throws: BackendFailure.self) { try OfferKey(try configuration(Data([1, 2, 3]))) }
            #expect(try OfferKey(StoreKitConfiguration()) == nil)
        }
    }
#endif
