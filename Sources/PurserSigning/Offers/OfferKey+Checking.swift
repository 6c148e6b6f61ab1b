#if Verification
    #if canImport(FoundationEssentials)
        package import FoundationEssentials
    #else
        package import Foundation
    #endif
    package import Purser
    import PurserFormats
    package import PurserSimulator
    import PurserVerification

    extension OfferKey: OfferChecking {
        /// The time for which a signature over joined fields is valid, and by which its date may be ahead, in seconds.
        private static let (lifetime, lead): (TimeInterval, TimeInterval) = (86_400, 300)

        package func flaw(in signature: StoreOffer.Signature, over subject: OfferSubject, at now: Date) -> String? {
            guard signature.keyID == id else { return otherKey(signature.keyID) }
            let age = now.timeIntervalSince(signature.timestamp)
            guard (-Self.lead...Self.lifetime).contains(age) else {
                return "The signature of the offer \(subject.offerID) is valid for 24 hours, and not now."
            }
            let bytes = Data(signature.joined(with: subject).utf8)
            guard isValid(der: signature.signature, for: bytes) else {
                return
                    "The signature of the offer \(subject.offerID) does not belong to it, to \(subject.productID), and to \(subject.appAccountToken.map { "the user \($0)" } ?? "no user")."
            }
            return nil
        }

        package func flaw(inCompactJWS text: String, for audience: String, bundleID: String) -> String? {
            guard let jws = try? CompactJWS(text), let claims = try? SignedJSONReader.object(Array(jws.payload)) else {
                return "The statement for \(audience) is not a compact JWS."
            }
            guard jws.header.algorithm == "ES256", jws.header.criticalExtensions == nil else {
                return "The statement for \(audience) is not signed by ES256."
            }
            guard jws.header.keyID == id else { return otherKey(jws.header.keyID ?? "without an identifier") }
            let signed = jws.text.utf8.prefix(upTo: jws.text.utf8.lastIndex(of: UInt8(ascii: ".")) ?? jws.text.endIndex)
            guard isValid(raw: jws.signature, for: Data(signed)) else {
                return "The signature of the statement for \(audience) does not belong to it."
            }
            guard claims["aud"] == .string(audience) else {
                return "The statement is for another purpose than \(audience) (aud)."
            }
            guard claims["bid"] == .string(bundleID) else {
                return "The statement for \(audience) is for another app than \(bundleID) (bid)."
            }
            return nil
        }

        private func otherKey(_ name: String) -> String {
            "It is signed with the key \(name), but the App Store has \(id)."
        }
    }

    extension StoreOffer.Signature {
        /// The signed text: the fields with U+2063 between them.
        func joined(with subject: OfferSubject) -> String {
            [
                subject.bundleID, keyID, subject.productID, subject.offerID,
                subject.appAccountToken?.uuidString.lowercased() ?? "", nonce.uuidString.lowercased(),
                "\(Timestamp(timestamp).milliseconds)",
            ].joined(separator: "\u{2063}")
        }
    }
#endif
