#if Verification
    import Purser
    import PurserSimulator
    import PurserVerification
    import X509
    import _CryptoExtras

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// Writes receipts in the App Store's format: PKCS#7 (RFC 2315), signed by RSA over the content's bytes with SHA-256.
    final class ReceiptSigner: Sendable {
        private struct Signer: Sendable {
            let key: Certificate.PrivateKey
            let certificate: Data
        }

        private let certificates: StoreCertificates
        private let givenKey: Certificate.PrivateKey?
        private let signer = Lock<Signer?>(nil)

        /// - Parameter key: an RSA key; `nil` to make one with the first receipt.
        init(_ certificates: StoreCertificates, key: Certificate.PrivateKey?) {
            self.certificates = certificates
            givenKey = key
        }

        /// Signs the content of a receipt.
        func receipt(_ payload: [UInt8]) throws -> Data {
            let signer = try madeSigner()
            guard let name = CertificateName.issuerAndSerial(of: signer.certificate) else {
                throw BackendFailure(.systemError, "The certificate that signs receipts is not readable. Make another.")
            }
            let signature = try signer.key.sign(bytes: payload, signatureAlgorithm: .sha256WithRSAEncryption)
            let digest = DERWriter.algorithm(Objects.sha256)
            let info = DERWriter.sequence(
                DERWriter.integer(1) + DERWriter.sequence(name) + digest + DERWriter.algorithm(Objects.rsa)
                    + DERWriter.octets(signature.rawRepresentation))
            let chain = [signer.certificate, try certificates.issuer.encoded, try certificates.root.encoded]
            let content = DERWriter.sequence(
                DERWriter.object(Objects.data) + DERWriter.element(0xA0, DERWriter.octets(payload)))
            let signed = DERWriter.sequence(
                DERWriter.integer(1) + DERWriter.set(digest) + content
                    + DERWriter.element(0xA0, chain.flatMap { Array($0) }) + DERWriter.set(info))
            return Data(DERWriter.sequence(DERWriter.object(Objects.signedData) + DERWriter.element(0xA0, signed)))
        }

        private func madeSigner() throws -> Signer {
            try signer.withLock { signer in
                if let signer { return signer }
                let key = try givenKey ?? Certificate.PrivateKey(_RSA.Signing.PrivateKey(keySize: .bits2048))
                let made = Signer(key: key, certificate: try certificates.leaf(for: key.publicKey).encoded)
                signer = made
                return made
            }
        }

        /// Object identifiers, encoded.
        private enum Objects {
            static let signedData: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
            static let data: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01]
            static let sha256: [UInt8] = [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01]
            static let rsa: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]
        }
    }
#endif
