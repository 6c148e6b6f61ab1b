#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Why a file is not a readable tree at all, and where.
package struct JSONFault: Error, Sendable, Hashable {
    package var message: String
    /// Counted from 1; `nil` where the format has no lines.
    package var line: Int?
    /// Bytes from the start of the line, counted from 1.
    package var column: Int?

    package init(_ message: String, line: Int? = nil, column: Int? = nil) {
        self.message = message
        self.line = line
        self.column = column
    }
}

extension JSONValue {
    /// The largest file that is read, in bytes; real ones stay below a hundredth of it.
    package static let maximumBytes = 4 << 20

    /// Reads JSON; a first pass finds depth and the line of a mistake, which the decoder does not tell.
    package static func reading(json data: Data) throws(JSONFault) -> JSONValue {
        try checkSize(data)
        var scan = JSONScan([UInt8](data))
        try scan.run()
        do {
            let decoder = JSONDecoder()
            if let key = budgetKey { decoder.userInfo[key] = Lock(maximumCount) }
            return try decoder.decode(JSONValue.self, from: data)
        } catch {
            throw fault("JSON", error)
        }
    }

    /// Reads an XML or binary property list (not the old format with braces and semicolons).
    package static func reading(propertyList data: Data) throws(JSONFault) -> JSONValue {
        try checkSize(data)
        let bytes = [UInt8](data)
        // Anything else would be tried as the old format, of which nearly every text is a valid file. A binary one has
        // a trailer of 32 bytes at least.
        let isBinary = bytes.starts(with: "bplist".utf8) && bytes.count >= 40
        guard isBinary || bytes.first(where: { !JSONScan.isBlank($0) }) == UInt8(ascii: "<")
        else { throw JSONFault("it is neither an XML nor a binary property list") }
        try PropertyListScan.checkDepth(bytes)
        do {
            let decoder = PropertyListDecoder()
            if let key = budgetKey { decoder.userInfo[key] = Lock(maximumCount) }
            return try decoder.decode(JSONValue.self, from: data)
        } catch {
            throw fault("a property list", error)
        }
    }

    private static func checkSize(_ data: Data) throws(JSONFault) {
        guard data.count <= maximumBytes else {
            throw JSONFault("it is larger than \(maximumBytes >> 20) MiB; is it the right file?")
        }
    }

    private static func fault(_ format: String, _ error: any Error) -> JSONFault {
        guard case DecodingError.dataCorrupted(let context) = error else {
            return JSONFault("it is not readable as \(format): \(error)")
        }
        return JSONFault("it is not readable as \(format): \(context.debugDescription)")
    }
}

/// A first look at an XML property list, because its decoder recurses as deeply as the file wants.
private enum PropertyListScan {
    static func checkDepth(_ bytes: [UInt8]) throws(JSONFault) {
        guard !bytes.starts(with: "bplist".utf8) else { return }
        var depth = 0
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "<") {
            let tail = bytes[(index + 1)...].prefix(6)
            if let name = ["array", "dict"].first(where: { tail.starts(with: $0.utf8) }) {
                let isEmptyElement = tail.dropFirst(name.utf8.count).first == UInt8(ascii: "/")
                depth += isEmptyElement ? 0 : 1
            } else if tail.starts(with: "/array".utf8) || tail.starts(with: "/dict".utf8) {
                depth -= 1
            }
            guard depth <= JSONValue.maximumDepth else {
                throw JSONFault("it is nested deeper than \(JSONValue.maximumDepth) levels")
            }
        }
    }
}
