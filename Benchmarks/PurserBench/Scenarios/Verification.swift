#if Verification
    import Crypto
    import Purser
    import PurserVerification

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    extension Scenario {
        static let verification = Scenario(
            name: "verification",
            summary: "signed transactions beside one bare P-256 verification of the same library, and receipts",
            options: [.repeats]
        ) { bench in
            let signed = try SignedSamples()
            var (known, unknown, bare): ([Double], [Double], [Double]) = ([], [], [])
            for _ in 1...bench.repeats {
                bench.progress.show("verification")
                bare.append(try await signed.bare())
                known.append(try await signed.verified(chainIsKnown: true))
                unknown.append(try await signed.verified(chainIsKnown: false))
            }
            let floor = Figure(.floorCPU, bare)
            func row(_ series: String, _ spent: [Double]) -> Row {
                let ratio = zip(spent, bare).map { $0 / $1 }
                let rate = Figure(.rate, spent.map { 1e9 / $0 })
                return Row(
                    "verification", series, "transactions", signed.count,
                    [rate, Figure(.cpu, spent), floor, Figure(.timesFloorCPU, ratio)])
            }
            return [row("a chain that is known", known), row("each chain anew", unknown)]
                + (try await receipts(bench))
        }
    }

    /// Reading receipts, without their signatures.
    private func receipts(_ bench: Bench) async throws -> [Row] {
        var rows: [Row] = []
        for count in [100, 10_000] {
            bench.progress.show("verification: a receipt with \(count) rows")
            let data = LargeReceipt.make(rows: count)
            let times = max(1, 10_000 / count)
            var spent: [Double] = []
            for _ in 1...bench.repeats {
                let span = try await measured {
                    for _ in 0..<times where try AppReceipt(data).purchases.count != count {
                        throw WrongRun("a receipt was read with other rows than it has")
                    }
                }
                spent.append(span.cpuNanoseconds(per: times))
            }
            rows.append(Row("verification", "reading a receipt", "rows", count, [Figure(.cpu, spent)]))
        }
        return rows
    }

    /// Transactions that one throw-away authority has signed.
    private struct SignedSamples {
        let count = 1_000
        private let texts: [String]
        private let signatures: [(bytes: Data, signature: P256.Signing.ECDSASignature)]
        private let key: P256.Signing.PublicKey
        private let root: Data

        init() throws {
            let authority = try ThrowawayAuthority()
            key = authority.key.publicKey
            root = authority.root
            texts = try (0..<count).map { try authority.sign(Self.payload($0)) }
            signatures = try texts.map { text in
                let end = text.lastIndex(of: ".") ?? text.endIndex
                let bytes = Data(text[..<end].utf8)
                return (bytes, try authority.key.signature(for: bytes))
            }
        }

        /// As long as what the store signs.
        private static func payload(_ number: Int) -> String {
            """
            {"transactionId":"20000003353\(10_000 + number)","originalTransactionId":"2000000335310644",\
            "webOrderLineItemId":"2000000027123456","bundleId":"com.example.garden","productId":"garden.monthly",\
            "subscriptionGroupIdentifier":"21345678","purchaseDate":1704067200000,"originalPurchaseDate":1684822738000,\
            "expiresDate":1706745600000,"quantity":1,"type":"Auto-Renewable Subscription",\
            "appAccountToken":"7b7f7ca5-86f4-4e29-b89b-3f5dbe0a3a0b","inAppOwnershipType":"PURCHASED",\
            "signedDate":1704067201234,"environment":"Sandbox","transactionReason":"RENEWAL","storefront":"USA",\
            "storefrontId":"143441","price":9990,"currency":"USD","appTransactionId":"704123456789012345"}
            """
        }

        /// Nanoseconds of one signature's check and nothing else.
        func bare() async throws -> Double {
            try await measured {
                for (bytes, signature) in signatures where !key.isValidSignature(signature, for: bytes) {
                    throw WrongRun("a valid signature is rejected")
                }
            }.cpuNanoseconds(per: count)
        }

        /// Nanoseconds from the text to the store's transaction.
        func verified(chainIsKnown: Bool) async throws -> Double {
            var configuration = SignedDataVerifier.Configuration(
                bundleID: "com.example.garden", environments: [.sandbox])
            configuration.rootCertificates = [root]
            let verifier = try SignedDataVerifier(configuration)
            _ = try await verifier.verifyTransaction(texts[0])
            let some = chainIsKnown ? texts[...] : texts.prefix(100)
            return try await measured {
                for text in some {
                    let verifier = chainIsKnown ? verifier : try SignedDataVerifier(configuration)
                    _ = try await verifier.verifyTransaction(text).storeTransaction()
                }
            }.cpuNanoseconds(per: some.count)
        }
    }
#endif
