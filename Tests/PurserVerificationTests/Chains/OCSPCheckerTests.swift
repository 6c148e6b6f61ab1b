#if Verification
    import Foundation
    import Purser
    import SwiftASN1
    import Testing
    import X509

    @testable import PurserVerification

    @Suite("Authorities are asked whether they revoked a certificate")
    struct OCSPCheckerTests {
        private let address = "http://ocsp.example.com/store"

        /// What a responder answers to a request.
        private typealias Answer = @Sendable (Responder, Data) throws -> Data

        private func status(_ shape: TestAuthority.Shape, answer: @escaping Answer) async throws -> String {
            let authority = try TestAuthority(shape)
            let responder = Responder(authority: authority)
            let checker = OCSPChecker(clock: StillClock()) { _, request in try answer(responder, request) }
            let certificates = try authority.certificates
            let chain = CertificateChain(
                leaf: certificates[0], intermediate: certificates[1], root: certificates[2],
                ocspAddresses: shape.ocsp.map { [$0] } ?? [])
            switch await checker.status(of: chain) {
            case .good: return "good"
            case .revoked: return "revoked"
            case .couldNotAsk: return "could not ask"
            }
        }

        private func status(answer: @escaping Answer) async throws -> String {
            var shape = TestAuthority.Shape()
            shape.ocsp = address
            return try await status(shape, answer: answer)
        }

        @Test("V1: good and revoked are what the authority has signed, and nothing else")
        func signed() async throws {
            #expect(try await status { try $0.answer($1, Responder.good) } == "good")
            #expect(try await status { try $0.answer($1, Responder.revoked) } == "revoked")
            #expect(try await status { try $0.answer($1, Responder.unknown) } == "could not ask")
            let other = Responder(authority: try TestAuthority())
            #expect(try await status { _, request in try other.answer(request, Responder.revoked) } == "could not ask")
            #expect(try await status { _, request in try other.answer(request, Responder.good) } == "could not ask")
        }

        @Test("V1: no answer, one of another day, one about another certificate, and rubbish are none")
        func unanswered() async throws {
            struct Away: Error {}
            #expect(try await status { _, _ in throw Away() } == "could not ask")
            #expect(try await status { _, _ in Data([0x30, 0x03, 0x0A, 0x01, 0x06]) } == "could not ask")
            #expect(try await status { _, _ in Data([1, 2, 3]) } == "could not ask")
            #expect(try await status { _, _ in Data() } == "could not ask")
            let late = "20240301000000Z"
            #expect(try await status { try $0.answer($1, Responder.good, from: late, to: late) } == "could not ask")
            #expect(
                try await status {
                    try $0.answer($1, Responder.revoked, from: "20230101000000Z", to: "20230102000000Z")
                } == "could not ask")
            let changed = try await status { responder, request in
                var changed = request
                // The last byte of the serial number is behind the hashes of the issuer.
                let id = try Responder.certificateID(request)
                let range = try #require(request.range(of: Data(id)))
                changed[range.upperBound - 1] ^= 1
                return try responder.answer(changed, Responder.good)
            }
            #expect(changed == "could not ask")
        }

        @Test("Who names nobody to ask, and who stands alone, is not asked about")
        func nobody() async throws {
            #expect(try await status(TestAuthority.Shape()) { try $0.answer($1, Responder.good) } == "could not ask")
            var shape = TestAuthority.Shape()
            shape.ocsp = "ftp://ocsp.example.com"
            #expect(try await status(shape) { try $0.answer($1, Responder.good) } == "could not ask")
            let checker = OCSPChecker { _, _ in Data() }
            guard case .couldNotAsk = await checker.status(of: CertificateChain(leaf: Data([1]))) else {
                Issue.record("somebody was asked")
                return
            }
        }

        @Test("C2: verifiers at the same time ask once, and the answer counts for a while")
        func once() async throws {
            var shape = TestAuthority.Shape()
            shape.ocsp = address
            let signer = try TestSigner(shape)
            let responder = Responder(authority: signer.authority)
            let asked = Lock(0)
            let verifier = try signer.verifier {
                $0.clock = StillClock()
                $0.revocationChecker = OCSPChecker(clock: StillClock()) { url, request in
                    #expect(url.absoluteString == "http://ocsp.example.com/store")
                    asked.withLock { $0 += 1 }
                    await Task.yield()
                    return try responder.answer(request, Responder.good)
                }
            }
            let jws = try signer.jws(TestPayload.transaction())
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<10 { group.addTask { _ = try await verifier.verifyTransaction(jws) } }
                try await group.waitForAll()
            }
            #expect(asked.withLock { $0 } == 1)
        }
    }

    /// The responder of a test's authority.
    private struct Responder: Sendable {
        let authority: TestAuthority

        static let good: [UInt8] = [0x80, 0x00]
        static let revoked = TestDER.element(0xA1, time("20231201000000Z"))
        static let unknown: [UInt8] = [0x82, 0x00]

        /// The certificate that a request is about, as it is named there.
        static func certificateID(_ request: Data) throws -> [UInt8] {
            let reader = BERReader(bytes: Array(request))
            var cursor = BERCursor(reader, 0..<reader.bytes.count, depth: 0)
            for _ in 0..<4 { cursor = try cursor.inside(BERReader.Tag.sequence, "request") }
            let id = try cursor.next(BERReader.Tag.sequence, "certificate")
            return Array(reader.bytes[id.start..<id.end])
        }

        func answer(
            _ request: Data, _ status: [UInt8], from start: String = "20231231000000Z",
            to end: String = "20240102000000Z"
        ) throws -> Data {
            var name = DER.Serializer()
            try name.serialize(authority.issuer.subject)
            let single = TestDER.sequence(
                try Self.certificateID(request) + status + Self.time(start) + TestDER.element(0xA0, Self.time(end)))
            let content = TestDER.sequence(
                TestDER.element(0xA1, name.serializedBytes) + Self.time(start) + TestDER.sequence(single))
            let signature = try authority.issuerKey.sign(bytes: content, signatureAlgorithm: .ecdsaWithSHA384)
            let algorithm = TestDER.sequence([0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x03])
            let basic = TestDER.sequence(
                content + algorithm + TestDER.element(0x03, [0] + signature.rawRepresentation))
            let type: [UInt8] = [0x06, 0x09, 0x2B, 0x06, 0x01, 0x05, 0x05, 0x07, 0x30, 0x01, 0x01]
            let bytes = TestDER.element(0xA0, TestDER.sequence(type + TestDER.octets(basic)))
            return Data(TestDER.sequence([0x0A, 0x01, 0x00] + bytes))
        }

        private static func time(_ text: String) -> [UInt8] { TestDER.element(0x18, Array(text.utf8)) }
    }

    /// It is always the beginning of 2024.
    private struct StillClock: StoreClock {
        func now() -> Duration { .zero }
        func currentDate() -> Date { TestAuthority.start }
        func sleep(until deadline: Duration) async throws {}
    }
#endif
