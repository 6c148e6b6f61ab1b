#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// The folder of contents on disk: `installed/PRODUCT/VERSION/`, and `staging/` beside it in the same file system.
///
/// Names are encoded, so that no identifier can lead out of the folder, and no two share a place. What is in
/// `installed` is whole: it got there by one rename.
package struct ContentFolder: Sendable {
    package let root: URL

    package init(_ root: URL) { self.root = root }

    /// Where a content is, or will be.
    package func place(of request: ContentRequest) -> URL {
        home(of: request.productID) / "v" / Self.encode(request.version)
    }

    private func home(of productID: String) -> URL { root / "installed" / Self.encode(productID) }
    private var staging: URL { root / "staging" }

    /// Whether a content is in its place.
    package func holds(_ request: ContentRequest) -> Bool {
        FileManager.default.fileExists(atPath: place(of: request).path)
    }

    /// The versions of a product's content that are in place.
    package func versions(of productID: String) -> [String] {
        let versions = home(of: productID) / "v"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: versions.path)) ?? []
        return names.sorted().compactMap(Self.decode)
    }

    /// Deletes what an interrupted run has left in staging.
    package func sweep() {
        try? FileManager.default.removeItem(at: staging)
    }

    /// A new, empty folder in staging; the number must not be in use.
    package func makeStaging(_ number: UInt64) throws -> URL {
        let folder = staging / String(number)
        do {
            if FileManager.default.fileExists(atPath: folder.path) { try FileManager.default.removeItem(at: folder) }
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw ContentFailure.wrapping(error, path: folder.path)
        }
        return folder
    }

    /// Moves a staged content to its place, in one step.
    package func install(_ request: ContentRequest, from staged: URL) throws {
        let place = place(of: request)
        do {
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.moveItem(at: staged, to: place)
        } catch {
            throw ContentFailure.wrapping(error, path: place.path)
        }
    }

    /// Takes a content out of its place in one step, into staging, and deletes it there.
    package func remove(_ request: ContentRequest, number: UInt64) throws {
        guard holds(request) else { return }
        let grave = try makeStaging(number)
        do {
            try FileManager.default.moveItem(at: place(of: request), to: grave / "removed")
        } catch {
            throw ContentFailure.wrapping(error, path: place(of: request).path)
        }
        discard(grave)
    }

    /// Deletes a staged folder; what cannot be deleted now is swept at the next start.
    package func discard(_ staged: URL) {
        try? FileManager.default.removeItem(at: staged)
    }
}

// MARK: - Names

extension ContentFolder {
    private static let hex = Array("0123456789abcdef".utf8)
    private static let chunk = 240

    /// A file name for any text: lowercase letters, digits, `-`, `_` and inner dots stand for themselves, every other
    /// byte is `%` and two hexadecimal digits; long names become nested folders.
    ///
    /// Capitals are encoded, because some file systems take `A` and `a` for the same.
    package static func encode(_ text: String) -> String {
        var name: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                name.append(byte)
            case UInt8(ascii: ".") where !name.isEmpty: name.append(byte)
            default: name += [UInt8(ascii: "%"), hex[Int(byte >> 4)], hex[Int(byte & 15)]]
            }
        }
        guard !name.isEmpty else { return "%" }
        guard name.count >= chunk else { return String(decoding: name, as: UTF8.self) }
        // File systems end at 255 bytes. `+` is no one's first character, so a continuation is never taken for a name,
        // and a chunk is never `.` or `..`.
        return stride(from: 0, to: name.count, by: chunk)
            .map { String(decoding: name[$0..<min($0 + chunk, name.count)], as: UTF8.self) }
            .joined(separator: "/+")
    }

    /// The text that a short file name stands for; `nil` when it is none of ours.
    package static func decode(_ name: String) -> String? {
        guard name != "%" else { return "" }
        guard name.utf8.count < chunk else { return nil }
        var bytes: [UInt8] = []
        var rest = Substring(name).utf8
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let digits = String(rest.prefix(2)), let value = UInt8(digits, radix: 16) else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        let text = String(decoding: bytes, as: UTF8.self)
        return encode(text) == name ? text : nil
    }
}
