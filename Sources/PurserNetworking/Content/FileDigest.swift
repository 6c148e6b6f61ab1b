import Foundation
import Purser

#if canImport(CryptoKit)
    import CryptoKit
#elseif Verification
    import Crypto
#endif

/// The SHA-256 that a file has to have.
struct FileDigest {
    private let expected: [UInt8]

    /// Whether this program can work out digests.
    static var isAvailable: Bool {
        #if canImport(CryptoKit) || Verification
            true
        #else
            false
        #endif
    }

    /// A digest in hexadecimal digits.
    ///
    /// - Parameter url: the address of the file, for errors.
    init(sha256 text: String, _ url: URL) throws(HTTPFailure) {
        let digits = Array(text.utf8)
        let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap { place in
            UInt8(String(decoding: digits[place..<place + 2], as: UTF8.self), radix: 16)
        }
        guard digits.count == 64, bytes.count == 32 else {
            throw HTTPFailure(
                .wrongDigest, url,
                "\"\(text.prefix(80))\" is not a SHA-256, which has 64 hexadecimal digits. Correct it.",
                retry: .permanent)
        }
        guard Self.isAvailable else {
            throw HTTPFailure(
                .digestUnavailable, url,
                "This program cannot check SHA-256. Build it with the trait Verification of the package purser.",
                retry: .permanent)
        }
        expected = bytes
    }

    /// Throws when a file has another digest.
    func check(_ file: URL, _ url: URL) throws {
        #if canImport(CryptoKit) || Verification
            let handle = try FileHandle(forReadingFrom: file)
            defer { try? handle.close() }
            var hash = SHA256()
            while let piece = try handle.read(upToCount: 1 << 20), !piece.isEmpty {
                try Task.checkCancellation()
                hash.update(data: piece)
            }
            guard Array(hash.finalize()) != expected else { return }
            throw HTTPFailure(
                .wrongDigest, url,
                "The file has another SHA-256 than expected. Correct the digest, or the file.",
                retry: .permanent)
        #endif
    }
}
