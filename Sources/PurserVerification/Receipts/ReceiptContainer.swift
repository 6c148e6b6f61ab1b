#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The container of a receipt: PKCS#7 signed data (RFC 2315) as the App Store and Xcode write it, and nothing else.
///
/// All optional parts must be as the App Store or Xcode writes them. Signed data cannot be changed; the container
/// around it has more than one spelling: lengths, pieces of the content, the order of the certificates, and the two
/// names of RSA. So nothing is keyed by a receipt's bytes.
struct ReceiptContainer: Sendable {
    /// The signed data.
    let payload: [UInt8]
    /// The certificates, in DER, in the order in which they came.
    let certificates: [Data]
    /// By which digest it is signed.
    let digest: Digest
    /// The signature, by RSA (PKCS#1, version 1.5).
    let signature: [UInt8]
    /// The issuer's name and the serial number of the signer's certificate, as they are written there.
    let signer: [UInt8]

    enum Digest: Sendable, Hashable {
        case sha1, sha256
    }

    /// The largest receipt that is read, in bytes: 16 MiB, some 40,000 purchases.
    static let maximumBytes = 16 << 20
    private static let maximumCertificates = 8

    /// Reads a receipt's bytes, or the Base64 of them.
    init(_ data: Data) throws(SignedDataFailure) {
        guard data.count <= Self.maximumBytes / 3 * 4 else {
            throw SignedDataFailure(
                .tooLarge, .form, "It has \(data.count) bytes; a receipt has at most \(Self.maximumBytes). Reject it.")
        }
        do throws(BERMistake) {
            try self.init(try Self.binary(data))
        } catch {
            throw TransactionReceipt.isLikely(data)
                ? TransactionReceipt.notVerified : error.error("It is not a receipt (PKCS#7)")
        }
    }

    private static func binary(_ data: Data) throws(BERMistake) -> [UInt8] {
        guard data.first != BERReader.Tag.sequence else { return Array(data) }
        // Not with the data's own filter, which appends byte by byte and takes twenty times as long.
        let text = data.withUnsafeBytes { bytes in bytes.filter { $0 != 0x0A && $0 != 0x0D && $0 != 0x20 } }
        guard let bytes = Base64Reader.bytes(text, .standard) else {
            throw BERMistake(reason: "it is neither binary nor Base64", offset: 0)
        }
        return bytes
    }

    private init(_ bytes: [UInt8]) throws(BERMistake) {
        let reader = BERReader(bytes: bytes)
        guard bytes.count <= Self.maximumBytes else {
            throw reader.limit("it has more than \(Self.maximumBytes) bytes", Self.maximumBytes)
        }
        var file = BERCursor(reader, 0..<bytes.count, depth: 0)
        var info = try file.inside(BERReader.Tag.sequence, "container")
        try file.finish()
        try info.object(Objects.signedData, "type of the container")
        var wrapper = try info.inside(BERReader.Tag.first, "signed data")
        try info.finish()
        var data = try wrapper.inside(BERReader.Tag.sequence, "signed data")
        try wrapper.finish()
        guard try data.integer("version") == 1 else { throw reader.mistake("the version is not 1", data.position) }
        let announced = try Self.announcedDigest(&data)
        payload = try Self.content(&data)
        certificates = try Self.certificates(&data)
        var signers = try data.inside(BERReader.Tag.set, "signers")
        try data.finish()
        let info2 = try SignerInfo(&signers)
        try signers.finish()
        guard info2.digest == announced else {
            throw reader.mistake("the signer's digest is not the announced one", data.position)
        }
        digest = info2.digest
        signature = info2.signature
        signer = info2.signer
    }

    private static func announcedDigest(_ data: inout BERCursor) throws(BERMistake) -> Digest {
        var digests = try data.inside(BERReader.Tag.set, "digests")
        let digest = try digests.digest()
        try digests.finish()
        return digest
    }

    private static func content(_ data: inout BERCursor) throws(BERMistake) -> [UInt8] {
        var content = try data.inside(BERReader.Tag.sequence, "content")
        try content.object(Objects.data, "type of the content")
        var wrapper = try content.inside(BERReader.Tag.first, "content")
        try content.finish()
        let payload = try wrapper.octets("content")
        try wrapper.finish()
        return payload
    }

    private static func certificates(_ data: inout BERCursor) throws(BERMistake) -> [Data] {
        var list = try data.inside(BERReader.Tag.first, "certificates")
        var certificates: [Data] = []
        while !list.isAtEnd {
            let certificate = try list.next(BERReader.Tag.sequence, "certificate")
            certificates.append(Data(list.reader.bytes[certificate.start..<certificate.end]))
            guard certificates.count <= maximumCertificates else {
                throw list.reader.mistake("there are too many certificates", certificate.start)
            }
        }
        return certificates
    }
}

/// The signer of a receipt, and the method.
private struct SignerInfo {
    let digest: ReceiptContainer.Digest
    let signature: [UInt8]
    let signer: [UInt8]

    init(_ signers: inout BERCursor) throws(BERMistake) {
        var info = try signers.inside(BERReader.Tag.sequence, "signer")
        guard try info.integer("signer's version") == 1 else {
            throw info.reader.mistake("the signer's version is not 1", info.position)
        }
        let name = try info.next(BERReader.Tag.sequence, "name of the signer's certificate")
        signer = Array(info.reader.bytes[name.content])
        digest = try info.digest()
        try info.signatureAlgorithm(for: digest)
        signature = try info.octets("signature")
        try info.finish()
    }
}

/// The object identifiers that the App Store writes, in DER.
private enum Objects {
    static let signedData: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
    static let data: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01]
    static let sha1: [UInt8] = [0x2B, 0x0E, 0x03, 0x02, 0x1A]
    static let sha256: [UInt8] = [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01]
    static let rsa: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]
    static let rsaWithSHA1: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x05]
    static let rsaWithSHA256: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x0B]
}

extension BERCursor {
    /// Checks that the next element is this object identifier.
    fileprivate mutating func object(_ bytes: [UInt8], _ name: StaticString) throws(BERMistake) {
        let element = try next(BERReader.Tag.object, name)
        guard reader.bytes[element.content].elementsEqual(bytes) else {
            throw reader.mistake("the \(name) is not the App Store's", element.start)
        }
    }

    /// The next element names an algorithm, with empty parameters.
    private mutating func algorithm(_ name: StaticString) throws(BERMistake) -> [UInt8] {
        var algorithm = try inside(BERReader.Tag.sequence, name)
        let object = try algorithm.next(BERReader.Tag.object, name)
        if !algorithm.isAtEnd {
            let null = try algorithm.next(BERReader.Tag.null, name)
            guard null.content.isEmpty else { throw reader.mistake("the \(name) has parameters", null.start) }
        }
        try algorithm.finish()
        return Array(reader.bytes[object.content])
    }

    /// The next element names a digest.
    fileprivate mutating func digest() throws(BERMistake) -> ReceiptContainer.Digest {
        let start = position
        switch try algorithm("digest") {
        case Objects.sha1: return .sha1
        case Objects.sha256: return .sha256
        default: throw reader.mistake("the digest is neither SHA-1 nor SHA-256", start)
        }
    }

    /// Checks that the next element names RSA, alone or with the digest; the App Store's signers sign no further
    /// attributes.
    fileprivate mutating func signatureAlgorithm(for digest: ReceiptContainer.Digest) throws(BERMistake) {
        let start = position
        let named = try algorithm("algorithm of the signature")
        let whole = digest == .sha1 ? Objects.rsaWithSHA1 : Objects.rsaWithSHA256
        guard named == Objects.rsa || named == whole else {
            throw reader.mistake("the signature is not by RSA and the named digest", start)
        }
    }
}
