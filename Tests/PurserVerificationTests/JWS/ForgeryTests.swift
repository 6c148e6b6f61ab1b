#if Verification
    import Crypto
    import Foundation
    import Purser
    import SwiftASN1
    import Testing
    import X509

    @testable import PurserVerification

    @Suite("Forgeries are refused, and told apart")
    struct ForgeryTests {
        let signer: TestSigner
        let verifier: SignedDataVerifier

        init() throws {
            signer = try TestSigner()
            verifier = try signer.verifier()
        }

        private func check(_ jws: String, _ expected: String, _ comment: Comment? = nil) async {
            #expect(await failure { try await verifier.verifyTransaction(jws) } == expected, comment)
        }

        @Test(
            "Another algorithm than ES256 is refused, whatever its signature",
            arguments: [
                "none", "None", "HS256", "ES384", "RS256", "es256", "ES256 ", "",
            ])
        func algorithm(name: String) async throws {
            let header = try signer.header(["alg": name])
            await check(try signer.jws(TestPayload.transaction(), header: header), "unsupportedAlgorithm/algorithm")
            let unsigned = try signer.jws(TestPayload.transaction(), header: header).split(separator: ".").prefix(2)
            await check(unsigned.joined(separator: ".") + ".", "malformed/form")
        }

        @Test("An algorithm that is missing or no text is refused, and so are extensions that must be known")
        func header() async throws {
            for changes: [String: Any] in [
                ["alg": NSNull()], ["alg": 256], ["alg": ["ES256"]], ["crit": ["b64"], "b64": false], ["crit": []],
            ] {
                let header = try signer.header(changes)
                await check(try signer.jws(TestPayload.transaction(), header: header), "unsupportedAlgorithm/algorithm")
            }
        }

        @Test("A header that names its algorithm twice is refused")
        func duplicates() async throws {
            let certificates = try signer.authority.certificates.map { "\"\($0.base64EncodedString())\"" }
            let x5c = "\"x5c\":[\(certificates.joined(separator: ","))]"
            let payload = try JSONSerialization.data(withJSONObject: TestPayload.transaction()).urlText
            for header in [
                "{\"alg\":\"ES256\",\"alg\":\"none\",\(x5c)}", "{\"alg\":\"none\",\"alg\":\"ES256\",\(x5c)}",
                "{\"alg\":\"ES256\",\"\\u0061lg\":\"ES256\",\(x5c)}", "{\"alg\":\"ES256\",\(x5c),\(x5c)}",
            ] {
                await check(try signer.sign("\(Data(header.utf8).urlText).\(payload)"), "malformed/form")
            }
            await check(
                try signer.sign("\(Data("{\"alg\":\"ES256\",\(x5c)}".utf8).urlText).\(payload)"), "passes")
        }

        @Test("Certificates that are missing, too many, swapped, foreign or no certificates are refused")
        func certificates() async throws {
            let own = try signer.authority.certificates.map { $0.base64EncodedString() }
            let other = try TestSigner().authority.certificates.map { $0.base64EncodedString() }
            let form = "invalidCertificate/certificates"
            let cases: [(Any, String)] = [
                (NSNull(), "malformed/certificates"), ("text", "malformed/certificates"), ([], form), ([own[0]], form),
                ([own[0], own[1]], form),
                (own + [own[2]], form), (own + own + own, form), ([own[1], own[0], own[2]], form),
                ([own[0], own[2], own[1]], form), ([own[0], own[0], own[2]], form),
                ([other[0], own[1], own[2]], "untrustedChain/chain"),
                ([own[0], other[1], own[2]], "untrustedChain/chain"), (other, "untrustedChain/chain"),
                (["", own[1], own[2]], form), (["AAAA", own[1], own[2]], form), ([own[0] + "=", own[1], own[2]], form),
                ([1, 2, 3], "malformed/certificates"),
            ]
            for (index, (x5c, expected)) in cases.enumerated() {
                let header = try signer.header(["x5c": x5c])
                await check(try signer.jws(TestPayload.transaction(), header: header), expected, "case \(index)")
            }
        }

        @Test("What the third certificate is makes no difference: the chain ends in a pinned root")
        func third() async throws {
            var certificates = try signer.authority.certificates.map { $0.base64EncodedString() }
            certificates[2] = try TestSigner().authority.root.der.base64EncodedString()
            let header = try signer.header(["x5c": certificates])
            await check(try signer.jws(TestPayload.transaction(), header: header), "passes")
        }

        @Test("Certificates that Apple does not issue for this are refused")
        func shapes() async throws {
            let form = "invalidCertificate/certificates"
            let cases: [((inout TestAuthority.Shape) -> Void, String)] = [
                ({ _ in }, "passes"), ({ $0.leafMark = nil }, form), ({ $0.intermediateMark = nil }, form),
                ({ $0.leafMark = [1, 2, 840, 113635, 100, 6, 11, 2] }, form),
                ({ $0.intermediateMark = [1, 2, 840, 113635, 100, 6, 2, 2] }, form),
                ({ $0.isIssuerAuthority = false }, "untrustedChain/chain"), ({ $0.isLeafAuthority = true }, form),
                ({ $0.issuerUsage = KeyUsage(digitalSignature: true) }, form),
                ({ $0.leafUsage = KeyUsage(keyCertSign: true) }, form),
                ({ $0.isCriticalUnknown = true }, "untrustedChain/chain"),
                ({ $0.isLeafByRoot = true }, "untrustedChain/chain"),
                (
                    { $0.leafDates = TestAuthority.date("2030-01-01")...TestAuthority.date("2031-01-01") },
                    "expiredCertificate/dates"
                ),
            ]
            for (index, (change, expected)) in cases.enumerated() {
                var shape = TestAuthority.Shape()
                change(&shape)
                let signer = try TestSigner(shape)
                let verifier = try signer.verifier()
                let jws = try signer.jws(TestPayload.transaction())
                #expect(await failure { try await verifier.verifyTransaction(jws) } == expected, "case \(index)")
            }
        }

        @Test("V1: a certificate whose signature has bits that do not count is refused: it would have two spellings")
        func certificateSpellings() async throws {
            // Half of all signatures end in a bit that could be left out.
            for _ in 0..<4 {
                let signer = try TestSigner()
                let verifier = try signer.verifier()
                for place in 0..<2 {
                    var certificates = try signer.authority.certificates.map { Array($0) }
                    // The signature comes last: the number of bits that do not count, and a sequence of two numbers.
                    let count = certificates[place].count
                    let signature = (0..<(count - 2)).last { index in
                        count - index - 2 < 0x80
                            && certificates[place][index...].starts(with: [0x03, UInt8(count - index - 2), 0])
                    }
                    certificates[place][try #require(signature) + 2] = 1
                    let header = try signer.header(["x5c": certificates.map { Data($0).base64EncodedString() }])
                    let jws = try signer.jws(TestPayload.transaction(), header: header)
                    let result = await failure { try await verifier.verifyTransaction(jws) }
                    #expect(result == "invalidCertificate/certificates")
                }
            }
        }

        @Test("A signer's key on another curve is refused")
        func curve() async throws {
            var shape = TestAuthority.Shape()
            let key = P384.Signing.PrivateKey()
            shape.leafKey = Certificate.PrivateKey(key)
            let authority = try TestAuthority(shape)
            var other = signer
            other.authority = authority
            let verifier = try other.verifier()
            let text = try other.jws(TestPayload.transaction())
            #expect(await failure { try await verifier.verifyTransaction(text) } == "unsupportedAlgorithm/signature")
        }

        @Test("Signatures that are cut, longer, zero, in DER or by another key are refused")
        func signatures() async throws {
            let jws = try signer.jws(TestPayload.transaction())
            let parts = jws.split(separator: ".").map(String.init)
            let signed = "\(parts[0]).\(parts[1])"
            let raw = try signer.key.signature(for: Data(signed.utf8))
            let zero = Data(count: 32)
            let order = Data(
                [UInt8](repeating: 0xFF, count: 4) + [UInt8](repeating: 0, count: 4)
                    + [UInt8](repeating: 0xFF, count: 8)
                    + [
                        0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
                    ])
            let bytes = raw.rawRepresentation
            let bad: [Data] = [
                bytes.dropLast(), bytes + [0], Data(count: 64), raw.derRepresentation, bytes.prefix(32) + zero,
                zero + bytes.suffix(32), bytes.prefix(32) + order, order + bytes.suffix(32), order + order,
                bytes.suffix(32) + bytes.prefix(32), Data([UInt8](repeating: 0xFF, count: 64)), bytes + bytes,
                try P256.Signing.PrivateKey().signature(for: Data(signed.utf8)).rawRepresentation,
                try signer.key.signature(for: Data(parts[1].utf8)).rawRepresentation,
            ]
            for (index, signature) in bad.enumerated() {
                await check("\(signed).\(signature.urlText)", "invalidSignature/signature", "case \(index)")
            }
            await check("\(signed).\(bytes.urlText)", "passes")
            await check("\(signed).\(bytes.base64EncodedString())", "malformed/form")
        }

        @Test(
            "What is no compact JWS is told so",
            arguments: [
                "", ".", "..", "...", "a", "a.b", "a.b.c", "a.b.c.d", "e30.e30.", ".e30.AA", "e30..AA", "e30.e30.AA.AA",
                "e30.W10.AA", "W10.e30.AA", "eyJhIjox.e30.AA", "🌱.🌱.🌱",
            ])
        func form(text: String) async { await check(text, "malformed/form") }

        @Test("Deep, huge and broken payloads are refused before anything is believed")
        func payloads() async throws {
            let header = try JSONSerialization.data(withJSONObject: signer.header()).urlText
            let deep = String(repeating: "[", count: 200_000)
            await check(try signer.sign("\(header).\(Data("{\"a\":\(deep)".utf8).urlText)"), "tooLarge/form")
            await check(String(repeating: "A", count: CompactJWS.maximumBytes + 1), "tooLarge/form")
            let twice = #"{"bundleId":"com.example.garden","bundleId":"com.example.desert"}"#
            await check(try signer.sign("\(header).\(Data(twice.utf8).urlText)"), "malformed/form")
        }

        @Test("Each changed byte is seen")
        func flips() async throws {
            let jws = Array(try signer.jws(TestPayload.transaction()).utf8)
            // The chain is known, which is the shorter way through the checks.
            _ = try await verifier.verifyTransaction(String(decoding: jws, as: UTF8.self))
            let step = TestScale.stride(of: 97)
            for (mask, start) in [(UInt8(1), 0), (0x02, 3), (0x80, 5)] {
                for index in stride(from: start, to: jws.count, by: step) {
                    var changed = jws
                    changed[index] ^= mask
                    let text = String(decoding: changed, as: UTF8.self)
                    let result = await failure { try await verifier.verifyTransaction(text) }
                    #expect(result != "passes", "byte \(index) by \(mask)")
                }
            }
            #expect(verifier.chains.count == 1)
        }

        @Test("A known chain serves its own header alone: another header gets in only with a signature")
        func known() async throws {
            let jws = try signer.jws(TestPayload.transaction())
            _ = try await verifier.verifyTransaction(jws)
            _ = try await verifier.verifyTransaction(try signer.jws(TestPayload.transaction(["transactionId": "1002"])))
            #expect(verifier.chains.count == 1)
            let header = try signer.header(["kid": "x"])
            let other = try signer.jws(TestPayload.transaction(), header: header).split(separator: ".")
            await check("\(other[0]).\(other[1]).\(Data(count: 64).urlText)", "invalidSignature/signature")
            #expect(verifier.chains.count == 1)
            await check(other.joined(separator: "."), "passes")
            #expect(verifier.chains.count == 2)
            let bound = try signer.jws(TestPayload.transaction()).split(separator: ".")
            await check("\(other[0]).\(bound[1]).\(bound[2])", "invalidSignature/signature")
            for name in 0..<(KnownChains.limit + 8) {
                let header = try signer.header(["kid": "\(name)"])
                await check(try signer.jws(TestPayload.transaction(), header: header), "passes")
            }
            #expect(verifier.chains.count == KnownChains.limit)
        }
    }
#endif
