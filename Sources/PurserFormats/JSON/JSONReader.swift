#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Reads a file made by hand as a tree of values: product lists and StoreKit configurations.
///
/// It accepts JSON and property lists up to ``maximumBytes``, 64 levels and half a million values. Mistakes inside the
/// tree are recorded in ``log``.
package struct JSONReader: Sendable {
    /// The format of a file.
    package enum Format: Sendable {
        /// UTF-8 JSON.
        case json
        /// An XML or binary property list (not the old format with braces and semicolons).
        case propertyList
    }

    /// The largest file that is read, in bytes; real ones stay below a hundredth of it.
    package static let maximumBytes = 4 << 20

    /// The file's path, or the caller's name for its bytes.
    package let file: String
    /// The format in which the file was read.
    package let format: Format
    /// The whole file.
    package let root: JSONNode
    /// The mistakes found so far: repeated keys of an object.
    package var log: FileDiagnosticLog

    /// Reads a file, in this format or, without one, in the format that its first bytes indicate.
    package init(contentsOf url: URL, as format: Format? = nil) throws(ProductFileFailure) {
        guard url.isFileURL else {
            let message = "only files are read; fetch it first and pass its bytes"
            throw ProductFileFailure(.unreadableFile, file: url.absoluteString, message)
        }
        try self.init(path: url.path, as: format)
    }

    /// Reads the file at a path, absolute or from the current folder.
    package init(path: String, as format: Format? = nil) throws(ProductFileFailure) {
        let data: Data
        do throws(BoundedFile.Failure) {
            data = try BoundedFile.read(path, limit: Self.maximumBytes)
        } catch {
            throw ProductFileFailure(error.isLimit ? .tooLarge : .unreadableFile, file: path, error.message)
        }
        try self.init(data, as: format ?? Self.format(of: data), file: path)
    }

    /// Reads bytes; `file` is their name in errors.
    package init(_ data: Data, as format: Format, file: String) throws(ProductFileFailure) {
        guard data.count <= Self.maximumBytes else {
            throw ProductFileFailure(.tooLarge, file: file, BoundedFile.tooLarge(limit: Self.maximumBytes))
        }
        self.file = file
        self.format = format
        log = FileDiagnosticLog(file: file)
        do throws(JSONScan.Mistake) {
            switch format {
            case .json: root = JSONNode(try Self.json(data, &log))
            case .propertyList: root = JSONNode(try PropertyListScan.value([UInt8](data)))
            }
        } catch {
            throw ProductFileFailure(error, file: file)
        }
    }

    private static func json(_ data: Data, _ log: inout FileDiagnosticLog) throws(JSONScan.Mistake) -> JSONValue {
        if PropertyListScan.isPropertyList(data) {
            throw JSONScan.Mistake("it is a property list, and JSON is expected; convert it, or is it the right file?")
        }
        var scan = JSONScan([UInt8](data))
        let value = try scan.value()
        for path in scan.repeatedKeys {
            log.warn(path, "the key is already in this object; the first one is used; remove one of the two")
        }
        return value
    }

    private static func format(of data: Data) -> Format {
        let first = data.first { !JSONScan.isBlank($0) && ![0xEF, 0xBB, 0xBF].contains($0) }
        return data.starts(with: PropertyListScan.binaryMark) || first == UInt8(ascii: "<") ? .propertyList : .json
    }

    /// The error for a readable file with another kind of content.
    package func unexpected(_ message: String) -> ProductFileFailure {
        ProductFileFailure(.unexpectedContent, file: file, message)
    }
}
