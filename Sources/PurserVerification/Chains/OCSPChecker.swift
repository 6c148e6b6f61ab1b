#if Verification
    #if canImport(FoundationEssentials)
        public import FoundationEssentials
    #else
        public import Foundation
    #endif
    public import Purser
    import SwiftASN1
    @_spi(FixedExpiryValidationTime) import X509

    /// Checks by OCSP (RFC 6960) whether the issuers of a chain's certificates have revoked one.
    ///
    /// swift-certificates makes the requests, and checks the signatures, dates and nonces of the answers. Each
    /// certificate with a responder is checked; the signer's must have one. A missing, late, unreadable or unauthorized
    /// answer counts as none: the check is then undetermined.
    public struct OCSPChecker: RevocationChecker {
        /// Posts a request (`application/ocsp-request`) to a responder, and returns the body of its answer.
        typealias Asking = @Sendable (_ responder: URL, _ request: Data) async throws -> Data

        private let asking: Asking
        private let clock: any StoreClock

        /// Makes a checker.
        ///
        /// The check of a whole chain ends after ten seconds.
        ///
        /// - Parameters:
        ///   - clock: the clock whose date is compared with the answers'.
        ///   - asking: posts a request; `PurserNetworking` has one (`OCSPExchange`).
        public init(
            clock: any StoreClock = SystemClock(),
            asking: @escaping @Sendable (_ responder: URL, _ request: Data) async throws -> Data
        ) {
            self.clock = clock
            self.asking = asking
        }

        /// The revocation status of one chain.
        public func status(of chain: CertificateChain) async -> RevocationStatus {
            guard let certificates = try? Self.certificates(of: chain) else {
                return .couldNotAsk("the chain is not readable, or it has only one certificate")
            }
            guard !chain.ocspAddresses.isEmpty else {
                return .couldNotAsk("the signer's certificate names no responder")
            }
            guard !Self.namesResponder(certificates[2]) else {
                return .couldNotAsk("the root names a responder, which a root must not")
            }
            guard await Self.isSound(certificates) else { return .couldNotAsk("the chain is not valid") }
            let strict = Responder(asking, isStrict: true)
            if await meets(certificates, .hard, strict) { return .good }
            if let failure = strict.failure { return .couldNotAsk(failure) }
            // Here only a revoked certificate fails the policy, not a missing answer.
            let lenient = Responder(asking, isStrict: false)
            if await meets(certificates, .soft, lenient) {
                return .couldNotAsk(lenient.failure ?? "the answer is not from the authority, or is not valid now")
            }
            return .revoked("its authority reported it")
        }

        /// Whether the chain is valid, and its authorities confirm the policy's requirements.
        private func meets(
            _ chain: [Certificate], _ mode: OCSPFailureMode, _ responder: Responder
        ) async -> Bool {
            var verifier = Verifier(rootCertificates: CertificateStore([chain[2]])) {
                Self.whenIssued(chain)
                OCSPVerifierPolicy(
                    failureMode: mode, requester: responder, fixedExpiryValidationTime: clock.currentDate())
            }
            return await Self.validates(chain, &verifier)
        }

        /// Whether the chain is valid, its authorities aside.
        private static func isSound(_ chain: [Certificate]) async -> Bool {
            var verifier = Verifier(rootCertificates: CertificateStore([chain[2]])) { whenIssued(chain) }
            return await validates(chain, &verifier)
        }

        private static func validates(
            _ chain: [Certificate], _ verifier: inout Verifier<some VerifierPolicy>
        ) async -> Bool {
            let result = await verifier.validate(leaf: chain[0], intermediates: CertificateStore([chain[1]]))
            if case .validCertificate = result { return true } else { return false }
        }

        /// The chain's own dates were checked before: here it is checked as of the day on which it came to be.
        private static func whenIssued(_ chain: [Certificate]) -> RFC5280Policy {
            RFC5280Policy(fixedExpiryValidationTime: chain.map(\.notValidBefore).max() ?? Date())
        }

        private static func certificates(of chain: CertificateChain) throws -> [Certificate]? {
            guard let intermediate = chain.intermediate, let root = chain.root else { return nil }
            return try [chain.leaf, intermediate, root].map { try Certificate(derEncoded: Array($0)) }
        }

        private static func namesResponder(_ root: Certificate) -> Bool {
            guard let access = try? root.extensions.authorityInformationAccess else { return false }
            return access.contains { $0.method == .ocspServer }
        }
    }

    /// Passes requests on, and records that one was not answered.
    private struct Responder: OCSPRequester {
        private let asking: OCSPChecker.Asking
        /// Whether a missing answer fails the check.
        private let isStrict: Bool
        private let failed = Lock<String?>(nil)

        init(_ asking: @escaping OCSPChecker.Asking, isStrict: Bool) {
            self.asking = asking
            self.isStrict = isStrict
        }

        /// The failure of a request; `nil` if all were answered.
        var failure: String? { failed.withLock { $0 } }

        func query(request: [UInt8], uri: String) async -> OCSPRequesterQueryResult {
            do {
                guard let url = URL(string: uri), let scheme = url.scheme, ["http", "https"].contains(scheme) else {
                    throw SignedDataFailure(
                        .invalidCertificate, .revocation, "\(uri) is not an address of a responder.")
                }
                return .response(Array(try await asking(url, Data(request))))
            } catch {
                failed.withLock { $0 = "\(error)" }
                return isStrict ? .terminalError(error) : .nonTerminalError(error)
            }
        }
    }
#endif
