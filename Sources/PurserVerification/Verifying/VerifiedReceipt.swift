#if Verification
    #if canImport(FoundationEssentials)
        public import FoundationEssentials
    #else
        public import Foundation
    #endif
    import Crypto
    import Purser
    import X509

    /// A receipt that a verifier has checked: the App Store has signed it, for this app.
    ///
    /// Only a verifier can make it.
    public struct VerifiedReceipt: Sendable, Hashable {
        /// The content of the receipt.
        public let receipt: AppReceipt
        /// The certificates of the signature.
        package let chain: CertificateChain
        /// Whether it was checked to be for the given device; `false` without a device.
        public let isForDevice: Bool

        fileprivate init(_ receipt: AppReceipt, chain: CertificateChain, isForDevice: Bool) {
            self.receipt = receipt
            self.chain = chain
            self.isForDevice = isForDevice
        }
    }

    extension SignedDataVerifier {
        /// Checks an app's local receipt (PKCS#7), binary or in Base64.
        ///
        /// Its chain is checked for the time at which the App Store made it. It may contain the certificates that it needs, and no
        /// others, and nothing that the App Store does not write. Its content cannot be changed unnoticed, but the container can be
        /// written in several ways: two receipts may have the same content in different bytes.
        ///
        /// - Parameters:
        ///   - data: the receipt.
        ///   - appVersion: the app's version: `CFBundleVersion` on iOS, `CFBundleShortVersionString` on macOS; `nil` for no
        ///     check.
        ///   - deviceID: the device's identifier: the bytes of `identifierForVendor` on iOS, of the first network card's
        ///     address on macOS; `nil` for no check, as on a server.
        /// - Throws: ``SignedDataFailure`` with the code of the check that failed.
        public func verifyReceipt(
            _ data: Data, appVersion: String? = nil, deviceID: Data? = nil
        ) async throws(SignedDataFailure) -> VerifiedReceipt {
            let container = try ReceiptContainer(data)
            let receipt = try container.receipt()
            let chain = try await chain(of: container, at: receipt.creationDate)
            try container.checkSignature(by: chain.key)
            try checkAge(receipt.creationDate)
            try check(receipt, appVersion: appVersion, isPinned: chain.certificates.isPinnedAlone)
            if let deviceID { try receipt.check(deviceID: deviceID) }
            try receipt.checkExpiration(at: configuration.clock.currentDate())
            try await checkRevocation(chain.certificates)
            return VerifiedReceipt(receipt, chain: chain.certificates, isForDevice: deviceID != nil)
        }

        private func chain(
            of container: ReceiptContainer, at date: Date?
        ) async throws(SignedDataFailure) -> TrustedChain {
            let certificates = container.certificates
            let names = certificates.map { CertificateName.issuerAndSerial(of: $0) }
            guard !names.contains(nil) else { throw Self.rejected("A certificate is not readable.") }
            guard let index = names.firstIndex(of: container.signer) else {
                throw Self.rejected("It does not contain the certificate that the signer names.")
            }
            let leaf = certificates[index]
            if certificates.count == 1, let pinned = try pinnedChain(leaf) { return pinned }
            let issuer = try issuer(of: leaf, among: certificates)
            guard let date else {
                throw SignedDataFailure(
                    .unreadableField, .dates, "The receipt has no creation date. Refresh it.")
            }
            let chain = try await trustedChain(leaf: leaf, intermediate: issuer, at: date)
            // The root must be one of the pinned ones to the byte, so that no certificate in a receipt is left unchecked.
            guard let root = chain.certificates.root, certificates.contains(root) else {
                throw SignedDataFailure(
                    .untrustedChain, .chain,
                    certificates.count == 2
                        ? "The root of its chain is missing. Refresh the receipt."
                        : "Its root is not the root of its chain. Reject it.")
            }
            return chain
        }

        /// The certificate of the signer's issuer, among those of a receipt: the signer's, this one and a root.
        private func issuer(of leaf: Data, among certificates: [Data]) throws(SignedDataFailure) -> Data {
            guard (2...3).contains(certificates.count), Set(certificates).count == certificates.count else {
                let count = certificates.count == 1 ? "one certificate" : "\(certificates.count) certificates"
                throw Self.rejected("It has \(count), not three: the signer's, its issuer's and a root, each once.")
            }
            let others = certificates.filter { $0 != leaf && !configuration.rootCertificates.contains($0) }
            if others.count == 1 { return others[0] }
            // The root is none of the pinned ones, which the check of the chain reports.
            let name = try ChainVerifier.certificate(leaf, "signer's").issuer
            for other in others {
                let certificate = try ChainVerifier.certificate(other, "issuer's")
                if certificate.subject == name, certificate.issuer != name { return other }
            }
            throw Self.rejected("The signer's issuer is not among its certificates.")
        }

        private static func rejected(_ reason: String) -> SignedDataFailure {
            SignedDataFailure(
                .invalidCertificate, .certificates,
                reason + " Reject it; if it comes from Xcode or an authority of your own, pin that certificate.")
        }

        private func check(_ receipt: AppReceipt, appVersion: String?, isPinned: Bool) throws(SignedDataFailure) {
            if let appVersion, receipt.appVersion?.hasBytes(of: appVersion) != true {
                throw SignedDataFailure(
                    .wrongApp, .app,
                    "It is for version \(receipt.appVersion ?? "(missing)"), but the app is \(appVersion). Refresh the "
                        + "receipt."
                )
            }
            try configuration.check(
                SignedIdentity(
                    bundleID: .some(receipt.bundleID), appID: .some(receipt.appID.map { UInt64(bitPattern: $0) }),
                    environment: receipt.environment), isPinned: isPinned)
        }
    }

    extension ReceiptContainer {
        fileprivate func checkSignature(by key: Certificate.PublicKey) throws(SignedDataFailure) {
            let algorithm: Certificate.SignatureAlgorithm =
                switch digest {
                case .sha1: .sha1WithRSAEncryption
                case .sha256: .sha256WithRSAEncryption
                }
            guard key.isValidSignature(signature, for: payload, signatureAlgorithm: algorithm) else {
                throw SignedDataFailure(
                    .invalidSignature, .signature,
                    "The signature does not belong to this receipt: it was changed, or has another signer. Reject it."
                )
            }
        }
    }

    extension AppReceipt {
        /// Checks the hash: SHA-1 of the device's identifier, the opaque value and the encoded bundle identifier.
        fileprivate func check(deviceID: Data) throws(SignedDataFailure) {
            if let hash, let opaqueValue, let bundleIDField {
                var function = Insecure.SHA1()
                function.update(data: deviceID)
                function.update(data: opaqueValue)
                function.update(data: bundleIDField)
                if function.finalize().elementsEqual(hash) { return }
            }
            throw SignedDataFailure(
                .wrongDevice, .device, "It was made for another device. Refresh the receipt on this one.")
        }

        fileprivate func checkExpiration(at date: Date) throws(SignedDataFailure) {
            guard let expirationDate, expirationDate <= date else { return }
            throw SignedDataFailure(
                .expired, .expiration,
                "It expired at \(expirationDate.formatted(.iso8601)): the app was bought for a limited time, or "
                    + "refunded.")
        }
    }
#endif
