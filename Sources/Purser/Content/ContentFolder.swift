#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// The folder of contents on disk: `installed/PRODUCT/VERSION/`, and beside it in the same file system `staging/` and,
/// for partial downloads, `partial/PRODUCT/VERSION/`.
///
/// Names are encoded, so that no identifier can lead out of the folder, and no two identifiers have the same path.
/// Contents in `installed` are complete, because they are moved there by one rename.
package struct ContentFolder: Sendable {
    /// The folder that holds `installed` and `staging`.
    package let root: URL

    /// Makes a folder at this URL; it is created when something is installed.
    package init(_ root: URL) { self.root = root }

    /// The folder where a content is, or will be, installed.
    package func location(of request: ContentRequest) -> URL {
        home(of: request.productID) / "v" / Self.encode(request.version)
    }

    /// A content as it is, or will be, installed.
    package func content(of request: ContentRequest) -> InstalledContent {
        InstalledContent(productID: request.productID, version: request.version, folder: location(of: request))
    }

    private func home(of productID: String) -> URL { root / "installed" / Self.encode(productID) }
    private var staging: URL { root / "staging" }
    private var partial: URL { root / "partial" }

    private func partial(of productID: String) -> URL { partial / Self.encode(productID) }

    /// Whether a content is installed.
    package func holds(_ request: ContentRequest) -> Bool {
        FileManager.default.fileExists(atPath: location(of: request).path)
    }

    /// The versions of a product's content that are installed.
    package func versions(of productID: String) -> [String] { versions(in: home(of: productID)) }

    private func versions(in home: URL) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: (home / "v").path)) ?? []
        return names.sorted().compactMap(Self.decode)
    }

    /// All installed contents, whether or not the app still names them, in the order of their products.
    ///
    /// Versions of more than some 200 bytes are not listed: their folders are nested.
    package func installed() -> [ContentRequest] {
        products(in: root / "installed", after: "").sorted()
            .flatMap { id in versions(of: id).map { ContentRequest(productID: id, version: $0) } }
    }

    /// The products that have a folder; names of long ones are nested.
    private func products(in folder: URL, after beginning: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.flatMap { name -> [String] in
            guard beginning.isEmpty != name.hasPrefix("+") else { return [] }
            let whole = beginning + (beginning.isEmpty ? name : String(name.dropFirst()))
            let isOne = FileManager.default.fileExists(atPath: (folder / name / "v").path)
            let longer = name.utf8.count < Self.chunk ? [] : products(in: folder / name, after: whole)
            return (isOne ? Self.decodeAll(whole).map { [$0] } ?? [] : []) + longer
        }
    }

    // MARK: What was installed

    private func manifest(of request: ContentRequest) -> URL {
        home(of: request.productID) / "m" / Self.encode(request.version) / "files.json"
    }

    private func write(_ manifest: ContentManifest, of request: ContentRequest) throws {
        let file = self.manifest(of: request)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try JSONEncoder().encode(manifest).write(to: file, options: .atomic)
    }

    /// The files of an installed content that have changed since its installation; `nil` without a manifest.
    package func flaws(of request: ContentRequest) -> [ContentFlaw]? {
        guard holds(request), let bytes = try? Data(contentsOf: manifest(of: request)) else { return nil }
        return (try? JSONDecoder().decode(ContentManifest.self, from: bytes))?.flaws(in: location(of: request))
    }

    // MARK: What the app has deleted

    private func mark(of productID: String) -> URL { root / "removed" / Self.encode(productID) / "m" }

    /// Whether the app has deleted a product's content, and not requested it since.
    package func isRemoved(_ productID: String) -> Bool {
        FileManager.default.fileExists(atPath: mark(of: productID).path)
    }

    /// Records that the app has deleted a product's content, or has requested it again.
    package func record(_ productID: String, isRemoved: Bool) {
        let files = FileManager.default
        // If this fails, the content is downloaded once more, and the customer can delete it again.
        if isRemoved {
            try? files.createDirectory(at: mark(of: productID), withIntermediateDirectories: true)
        } else if self.isRemoved(productID) {
            try? files.removeItem(at: mark(of: productID))
        }
    }

    // MARK: Before a content is installed

    /// Deletes the staging folders of an interrupted run.
    package func sweep() { try? FileManager.default.removeItem(at: staging) }

    /// Deletes all partial downloads but those of these contents, of which each product has one at most.
    package func sweepPartials(besides wanted: [ContentRequest]) {
        let products = Set(wanted.map(\.productID))
        for productID in self.products(in: partial, after: "") where !products.contains(productID) {
            discardPartials(of: productID)
        }
        for request in wanted {
            for version in versions(in: partial(of: request.productID)) where version != request.version {
                let found = ContentRequest(productID: request.productID, version: version)
                try? FileManager.default.removeItem(at: partial(of: found))
            }
        }
    }

    private func partial(of request: ContentRequest) -> URL {
        partial(of: request.productID) / "v" / Self.encode(request.version)
    }

    /// Makes or finds the folder for a content's partial download; throws ``ContentFailure`` with the path.
    package func makePartial(_ request: ContentRequest) throws -> URL {
        let folder = partial(of: request)
        try ContentFailure.wrapping(at: folder) {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        return folder
    }

    /// Deletes the partial downloads of a product, which are no longer needed.
    package func discardPartials(of productID: String) {
        try? FileManager.default.removeItem(at: partial(of: productID))
    }

    /// Makes an empty folder in staging, named by a number that no other download uses; throws ``ContentFailure``.
    package func makeStaging(_ number: UInt64) throws(ContentFailure) -> URL {
        let folder = staging / String(number)
        try ContentFailure.wrapping(at: folder) {
            if FileManager.default.fileExists(atPath: folder.path) { try FileManager.default.removeItem(at: folder) }
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        return folder
    }

    /// Returns the files of a staged content once they outlive a power failure; throws ``ContentFailure`` with the path.
    package func makeSafe(_ staged: URL) throws -> ContentManifest {
        try ContentFailure.wrapping(at: staged) {
            ContentManifest(of: staged, paths: try DiskSync.sync(tree: staged))
        }
    }

    /// Moves a synced staged content of these files to its final folder, in one step; throws ``ContentFailure``.
    package func install(_ request: ContentRequest, from staged: URL, with manifest: ContentManifest) throws {
        let destination = location(of: request)
        try ContentFailure.wrapping(at: destination) {
            try write(manifest, of: request)
            try FileManager.default.createDirectory(
                at: destination.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.moveItem(at: staged, to: destination)
            try DiskSync.sync(from: destination.deletingLastPathComponent(), upTo: root)
        }
    }

    /// Moves a content, if it is installed, into an unused folder of staging, in one step, and deletes it there.
    ///
    /// - Throws: ``ContentFailure`` with the path.
    package func remove(_ request: ContentRequest, number: UInt64) throws(ContentFailure) {
        guard holds(request) else { return }
        let trash = try makeStaging(number)
        try ContentFailure.wrapping(at: location(of: request)) {
            try FileManager.default.moveItem(at: location(of: request), to: trash / "removed")
            try? FileManager.default.removeItem(at: manifest(of: request).deletingLastPathComponent())
        }
        discard(trash)
    }

    /// Deletes a staged folder; if this fails, the next start deletes it.
    package func discard(_ staged: URL) { try? FileManager.default.removeItem(at: staged) }
}

// MARK: - Names

extension ContentFolder {
    private static let hex = Array("0123456789abcdef".utf8)
    private static let chunk = 240

    /// A file name for any text: lowercase letters, digits, `-`, `_` and inner dots are unchanged, every other byte is
    /// `%` and two hexadecimal digits; long names become nested folders.
    ///
    /// Capitals are encoded, because some file systems do not distinguish `A` from `a`.
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
        // File systems allow names of 255 bytes. No encoded name begins with `+`, so a continuation cannot be mistaken
        // for the beginning of a name, and no part is ever `.` or `..`.
        return stride(from: 0, to: name.count, by: chunk)
            .map { String(decoding: name[$0..<min($0 + chunk, name.count)], as: UTF8.self) }
            .joined(separator: "/+")
    }

    /// The text of a short file name; `nil` when ``encode(_:)`` did not make it.
    package static func decode(_ name: String) -> String? {
        name.utf8.count < chunk ? decodeAll(name) : nil
    }

    /// The same for a name whose parts are joined.
    private static func decodeAll(_ name: String) -> String? {
        guard name != "%" else { return "" }
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
        return encode(text).replacing("/+", with: "") == name ? text : nil
    }
}
