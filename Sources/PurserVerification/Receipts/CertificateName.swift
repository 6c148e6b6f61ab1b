#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// By which issuer and serial number a certificate is named, as it is written in the certificate itself.
package enum CertificateName {
    /// The two encoded elements, issuer first, as a receipt's signer names its certificate.
    ///
    /// `nil` when the certificate is not readable, or has another encoding of the same meaning: with bits after its
    /// signature, which programs ignore.
    package static func issuerAndSerial(of certificate: Data) -> [UInt8]? {
        let reader = BERReader(bytes: Array(certificate))
        var file = BERCursor(reader, 0..<reader.bytes.count, depth: 0)
        do throws(BERMistake) {
            var outer = try file.inside(BERReader.Tag.sequence, "certificate")
            var content = try outer.inside(BERReader.Tag.sequence, "content of the certificate")
            if content.nextTag == BERReader.Tag.first { _ = try content.next() }
            let serial = try content.next(BERReader.Tag.integer, "serial number")
            _ = try content.next(BERReader.Tag.sequence, "algorithm")
            let issuer = try content.next(BERReader.Tag.sequence, "issuer")
            _ = try outer.next(BERReader.Tag.sequence, "algorithm")
            let signature = try outer.next(BERReader.Tag.bits, "signature")
            try outer.finish()
            try file.finish()
            guard reader.bytes[signature.content].first == 0 else { return nil }
            return Array(reader.bytes[issuer.start..<issuer.end] + reader.bytes[serial.start..<serial.end])
        } catch {
            return nil
        }
    }
}
