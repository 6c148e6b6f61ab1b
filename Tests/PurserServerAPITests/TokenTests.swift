#if Verification
    import Crypto
    import Foundation
    import Purser
    import PurserFormats
    import PurserNetworking
    import PurserTesting
    import PurserVerification
    import Testing

    @testable import PurserServerAPI

    @Suite("Tokens and keys")
    struct TokenTests {
        @Test("A token has Apple's header and claims, is dated a little in the past, and is signed by its key")
        func claims() async throws {
            let clock = VirtualClock()
            let bench = try ClientBench(ScriptedTransport(), clock: clock)
            _ = try await bench.client.getTransactionInfo("1")
            let request = try #require(bench.transport.requests.first)
            let token = try #require(try ClientBench.token(request.token))
            let now = Int64(VirtualClock.defaultStart.timeIntervalSince1970)
            #expect(
                token.header == ["alg": .string("ES256"), "kid": .string("KEY1"), "typ": .string("JWT")])
            #expect(
                token.claims == [
                    "iss": .string("issuer"), "bid": .string("com.example.garden"),
                    "aud": .string("appstoreconnect-v1"),
                    "iat": .number("\(now - 60)"), "exp": .number("\(now - 60 + 1_200)"),
                ])
        }

        @Test("One token serves many calls, and is replaced five minutes before it ends")
        func reuse() async throws {
            let clock = VirtualClock()
            let bench = try ClientBench(ScriptedTransport(), clock: clock)
            for _ in 0..<500 { _ = try await bench.client.getTransactionInfo("1") }
            #expect(await bench.client.signedTokenCount == 1)
            clock.advance(by: .seconds(1_200 - 300 - 60 - 1))
            _ = try await bench.client.getTransactionInfo("1")
            #expect(await bench.client.signedTokenCount == 1)
            clock.advance(by: .seconds(1))
            _ = try await bench.client.getTransactionInfo("1")
            #expect(await bench.client.signedTokenCount == 2)
            clock.setDate(VirtualClock.defaultStart)
            _ = try await bench.client.getTransactionInfo("1")
            #expect(
                await bench.client.signedTokenCount == 3, "A clock that was set back makes the token one of the future."
            )
        }

        @Test("A 401 is tried once more with a new token; where that is refused, too, the call fails")
        func renewal() async throws {
            let once = try ClientBench(ScriptedTransport(ScriptedAnswer(401, "Unauthenticated")))
            _ = try await once.client.getTransactionInfo("1")
            let tokens = once.transport.requests.map(\.token)
            #expect(tokens.count == 2 && Set(tokens).count == 2)
            let always = try ClientBench(ScriptedTransport { _, _ in ScriptedAnswer(401, "Unauthenticated") })
            #expect(await failure { try await always.client.finishTransaction("1") }?.code == .unauthorized)
            #expect(always.transport.requests.count == 2)
            // The key is refused as it is: further calls sign no further tokens.
            #expect(await failure { try await always.client.finishTransaction("1") }?.code == .unauthorized)
            #expect(always.transport.requests.count == 3)
            #expect(await always.client.signedTokenCount == 2)
        }

        @Test("Where the first key is refused, the one that stands by signs, for this call and for later ones")
        func standBy() async throws {
            let transport = ScriptedTransport { request, _ in
                let token = try ClientBench.token(request.token)
                return token?.header["kid"] == .string("KEY2") ? ScriptedAnswer() : ScriptedAnswer(401, "")
            }
            let bench = try ClientBench(transport) { $0.standByKey = try? ClientBench.key("KEY2") }
            _ = try await bench.client.getTransactionInfo("1")
            #expect(bench.transport.requests.count == 3)
            _ = try await bench.client.getTransactionInfo("1")
            #expect(bench.transport.requests.count == 4)
            await bench.client.replaceStandByKey(nil)
            #expect(await failure { try await bench.client.getTransactionInfo("1") }?.code == .unauthorized)
        }

        @Test("A key that was replaced signs nothing more")
        func rotation() async throws {
            let bench = try ClientBench(ScriptedTransport())
            _ = try await bench.client.getTransactionInfo("1")
            await bench.client.replaceKey(try ClientBench.key("KEY3"))
            _ = try await bench.client.getTransactionInfo("1")
            let ids = try bench.transport.requests.map { try ClientBench.token($0.token)?.header["kid"] }
            #expect(ids == [.string("KEY1"), .string("KEY3")])
        }

        @Test("A refusal that many calls meet makes one new token")
        func crowd() throws {
            var state = BearerState()
            _ = state.issued(at: 1_000)
            var answers: [Bool] = []
            for _ in 0..<100 { answers.append(state.rejected(1)) }
            #expect(!answers.contains(false) && !state.isUsable(at: 1_000))
            _ = state.issued(at: 1_000)
            #expect(state.serial == 2 && state.isRenewal)
            let answer1 = state.rejected(1)
            #expect(answer1, "The refusal of an older token says nothing of this one.")
            #expect(state.isUsable(at: 1_000))
            let answer2 = state.rejected(2)
            #expect(!answer2)
            state.accepted(2)
            let answer3 = state.rejected(2)
            #expect(answer3, "A token that served is refused as if for the first time.")
        }

        @Test("Keys are read from PEM and DER; what is none is refused without a word of it")
        func keys() throws {
            let key = try ClientBench.privateKey("KEY1")
            let pem = try ServerAPIKey(id: "K", issuerID: "i", pem: key.pemRepresentation)
            #expect(try ServerAPIKey(id: "K", issuerID: "i", der: key.derRepresentation) == pem)
            for text in ["", "secret", key.pemRepresentation.replacingOccurrences(of: "\n", with: "")] {
                let failure = #expect(throws: ServerAPIFailure.self) {
                    try ServerAPIKey(id: "K", issuerID: "i", pem: text)
                }
                #expect(failure?.code == .invalidKey && failure?.description.contains("secret") == false)
            }
            #expect(throws: ServerAPIFailure.self) {
                try ServerAPIKey(id: "", issuerID: "i", pem: key.pemRepresentation)
            }
            var dumped = ""
            dump(pem, to: &dumped)
            let raw = key.rawRepresentation.base64EncodedString()
            for text in [
                "\(pem)", String(reflecting: pem), dumped, "\([pem])",
                "\(Mirror(reflecting: pem).children.map(\.value))",
            ] {
                #expect(!text.contains(raw) && !text.contains("bytes") && !text.contains("issuer"))
            }
        }

        @Test("Offers are signed with Apple's claims")
        func offers() throws {
            let key = try ClientBench.key("KEY1")
            let id = UUID()
            let date = Date(timeIntervalSince1970: 1_700_000_000)
            let base: [String: JSONValue] = [
                "bid": .string("b"), "iss": .string("issuer"), "nonce": .string(id.uuidString.lowercased()),
                "iat": .number("1700000000"),
            ]
            func claims(_ jws: String, _ audience: String, _ more: [String: JSONValue]) throws {
                let wanted = base.merging(more) { $1 }.merging(["aud": .string(audience)]) { $1 }
                #expect(try ClientBench.token(jws)?.claims == wanted)
            }
            try claims(
                key.promotionalOffer("spring", of: "gold", bundleID: "b", nonce: id, at: date), "promotional-offer",
                ["productId": .string("gold"), "offerIdentifier": .string("spring")])
            try claims(
                key.introductoryOfferEligibility(
                    false, for: "gold", bundleID: "b", transactionID: "7", nonce: id, at: date),
                "introductory-offer-eligibility",
                ["productId": .string("gold"), "allowIntroductoryOffer": .bool(false), "transactionId": .string("7")])
            try claims(
                key.advancedCommerceRequest(Data("{}".utf8), bundleID: "b", nonce: id, at: date),
                "advanced-commerce-api",
                ["request": .string("e30=")])
        }
    }
#endif
