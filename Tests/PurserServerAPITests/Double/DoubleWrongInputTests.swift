#if Verification
    import Crypto
    import Foundation
    import Purser
    import PurserNetworking
    import PurserServerAPI
    import PurserSigning
    import PurserSimulator
    import Testing

    @Suite(
        "Apple's server, simulated: wrong input ends in an error of Apple's, and ends nothing else",
        .timeLimit(.minutes(30)))
    struct DoubleWrongInputTests {
        @Test(
            "A revision that was changed is rejected",
            arguments: [
                "-9223372036854775807-1", "-9223372036854775807-9223372036854775807", "-1-9223372036854775807",
                "-0-0", "", "-a-b", "-99999999999999999999-1",
            ])
        func revisions(tail: String) async throws {
            let bench = try await ServerBench()
            for _ in 0..<30 { try await bench.store.buyElsewhere("coins") }
            let id = try #require(await bench.store.transactions.first?.id)
            let first = try await bench.client.getTransactionHistory(of: id)
            let revision = try #require(first.revision)
            let start = revision.split(separator: "-").dropLast().joined(separator: "-")
            for changed in [revision + tail, start + "-0" + tail, start + tail] where changed != revision {
                let failure = await failure { try await bench.client.getTransactionHistory(of: id, after: changed) }
                let isBeginning = changed == start + "-0"
                #expect(
                    isBeginning ? failure == nil : failure?.serverCode?.name == "invalidRequestRevision", "\(changed)")
            }
        }

        @Test("A token whose times are extreme, negative or in the wrong order is rejected with 401")
        func tokens() async throws {
            let bench = try await ServerBench()
            let key = P256.Signing.PrivateKey()
            let issuer = "57246542-96fe-1a63-e053-0824d011072a"
            await bench.server.accept(try ServerAPIKey(id: "OWN", issuerID: issuer, pem: key.pemRepresentation))
            let now = bench.clock.timestamp().milliseconds / 1_000
            func status(_ issued: String, _ end: String) async throws -> Int {
                func part(_ text: String) -> String { Self.base64(Data(text.utf8)) }
                let text =
                    part(#"{"alg":"ES256","kid":"OWN","typ":"JWT"}"#) + "."
                    + part(
                        #"{"iss":"\#(issuer)","aud":"appstoreconnect-v1","bid":"\#(ServerBench.bundleID)","#
                            + #""iat":\#(issued),"exp":\#(end)}"#)
                let signature = try key.signature(for: Data(text.utf8)).rawRepresentation
                let token = text + "." + Self.base64(signature)
                let address = try #require(
                    URL(string: "https://api.storekit-sandbox.apple.com/inApps/v1/notifications/test"))
                let request = HTTPRequest(address, method: "POST", headers: ["Authorization": "Bearer \(token)"])
                return try await bench.server.anyAnswer(to: request, maximumBytes: 1 << 20).response.status
            }
            #expect(try await status("\(now - 60)", "\(now + 60)") == 200)
            for (issued, end) in [
                ("-9223372036854775808", "9223372036854775807"), ("\(now)", "9223372036854775807"), ("-1", "\(now)"),
                ("\(now + 60)", "\(now - 60)"), ("\(now)", "\(now)"), ("1e300", "1e301"), ("null", "\(now + 60)"),
                ("\"\(now)\"", "\(now + 60)"), ("\(now)", "\(now + 1_000_000)"),
            ] { #expect(try await status(issued, end) == 401, "\(issued) \(end)") }
        }

        @Test("Of many extensions at the same time two are carried out")
        func extensions() async throws {
            let bench = try await ServerBench(asked: .sandbox)
            let gold = try await bench.store.buyElsewhere("gold")
            let end = try #require(gold.expirationDate)
            let done = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        (try? await bench.client.extendSubscriptionRenewalDate(
                            of: gold.id, .init(days: 1, reason: .serviceIssue, requestID: "\(number)"))) != nil
                    }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(done == 2)
            #expect(await bench.store.subscription(gold.id)?.periodEnd == end.addingTimeInterval(2 * 86_400))
        }

        @Test("A failed extension does not count")
        func failedExtensions() async throws {
            let bench = try await ServerBench(asked: .sandbox)
            let silver = try await bench.store.buyElsewhere("silver")
            func extend() async throws {
                _ = try await bench.client.extendSubscriptionRenewalDate(
                    of: silver.id, .init(days: 1, reason: .serviceIssue, requestID: "1"))
            }
            for _ in 0..<3 { await #expect(throws: ServerAPIFailure.self) { try await extend() } }
            bench.advance(days: 8)
            // The trial is over.
            try await extend()
            try await extend()
            #expect(await failure { try await extend() }?.serverCode?.name == "subscriptionMaxExtension")
        }

        @Test("Customers whose transactions would get the same identifiers are rejected", arguments: [0, 1, 999_999])
        func overlapping(distance: Int) async throws {
            let bench = try await ServerBench()
            func customer(_ first: Int) -> EmbeddedAppStore {
                EmbeddedAppStore(
                    catalog: SimulatorCatalog(products: [StoreProduct(id: "coins", type: .consumable, price: 1)]),
                    clock: bench.clock, options: EmbeddedAppStoreOptions(firstTransactionID: first))
            }
            await #expect(throws: BackendFailure.self) { try await bench.server.add(customer(100_000_000 + distance)) }
            await #expect(throws: BackendFailure.self) { try await bench.server.add(customer(100_000_000 - distance)) }
            try await bench.server.add(customer(101_000_000))
        }

        private static func base64(_ data: Data) -> String {
            data.base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
                .replacingOccurrences(of: "=", with: "")
        }
    }
#endif
