import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials  // Decimal's description
#else
    import Foundation
#endif

/// A value of a file together with its path.
package struct JSONNode: Sendable {
    /// The value.
    package let value: JSONValue
    /// Where in the file it is, such as `$.products[1]`.
    package let path: String

    /// A value with its path; `$` is the whole file.
    package init(_ value: JSONValue, path: String = "$") {
        self.value = value
        self.path = path
    }

    /// The value as an object, or a diagnostic with its actual type.
    package func object(_ log: inout FileDiagnosticLog) -> JSONObject? {
        if case .object(let members) = value { return JSONObject(members: members, path: path) }
        log.error(path, "an object is expected, not \(value.kind); the entry is skipped")
        return nil
    }

    /// The elements of an array, or a diagnostic.
    package func elements(_ log: inout FileDiagnosticLog) -> [JSONNode] {
        guard case .array(let elements) = value else {
            log.error(path, "an array is expected, not \(value.kind); it counts as empty")
            return []
        }
        return elements.enumerated().map { JSONNode($1, path: "\(path)[\($0)]") }
    }
}

/// An object of a file together with its path, read by key; absent and `null` are the same.
package struct JSONObject: Sendable {
    /// The values by their keys.
    package let members: [String: JSONValue]
    /// Where in the file it is, such as `$.products[1]`.
    package let path: String

    /// Makes an object with its path; `$` is the whole file.
    package init(members: [String: JSONValue], path: String = "$") {
        self.members = members
        self.path = path
    }

    /// The value under a key; `nil` when it is absent or `null`.
    package subscript(key: String) -> JSONNode? {
        guard let value = members[key], value != .null else { return nil }
        return JSONNode(value, path: path(to: key))
    }

    /// The path of a key in this object.
    package func path(to key: String) -> String { Self.path(path, key) }

    /// The path of a key in the object at `path`; of a long key only its beginning.
    static func path(_ path: String, _ key: String) -> String {
        let key = Wording.short(key, limit: 64)
        let isPlain = key.utf8.allSatisfy { byte in
            byte == 0x5F || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
        }
        return isPlain && !key.isEmpty ? "\(path).\(key)" : "\(path)['\(key)']"
    }

    /// The value under the right key or, with a warning, under one of the common wrong keys.
    package func node(_ key: String, insteadOf wrong: [String], _ log: inout FileDiagnosticLog) -> JSONNode? {
        if let node = self[key] { return node }
        for alias in wrong {
            guard let node = self[alias] else { continue }
            log.warn(node.path, "the key is spelled \"\(key)\"; rename it")
            return node
        }
        return nil
    }

    /// Text; a number is accepted as its digits, with a warning.
    package func string(_ key: String, insteadOf wrong: [String] = [], _ log: inout FileDiagnosticLog) -> String? {
        guard let node = node(key, insteadOf: wrong, &log) else { return nil }
        switch node.value {
        case .string(let text): return text
        case .number:
            log.warn(node.path, "text is expected, not a number; put it in double quotes")
            return node.value.decimal?.description
        default:
            log.warn(node.path, "text is expected, not \(node.value.kind); it is ignored")
            return nil
        }
    }

    /// A flag; 0, 1 and the words are accepted, with a warning.
    package func bool(_ key: String, insteadOf wrong: [String] = [], _ log: inout FileDiagnosticLog) -> Bool? {
        guard let node = node(key, insteadOf: wrong, &log) else { return nil }
        switch node.value {
        case .bool(let flag): return flag
        case .number where node.value.decimal == 0: return warned(false, node, &log)
        case .number where node.value.decimal == 1: return warned(true, node, &log)
        case .string("false"), .string("0"): return warned(false, node, &log)
        case .string("true"), .string("1"): return warned(true, node, &log)
        default:
            log.warn(node.path, "true or false is expected, not \(node.value.kind); it is ignored")
            return nil
        }
    }

    private func warned(_ flag: Bool, _ node: JSONNode, _ log: inout FileDiagnosticLog) -> Bool {
        log.warn(node.path, "write \(flag) without quotes; this value is used")
        return flag
    }

    /// The elements of an array; absent is empty.
    package func elements(_ key: String, _ log: inout FileDiagnosticLog) -> [JSONNode] {
        self[key]?.elements(&log) ?? []
    }

    /// The objects of an array; other elements are skipped with a diagnostic.
    package func objects(_ key: String, _ log: inout FileDiagnosticLog) -> [JSONObject] {
        elements(key, &log).compactMap { $0.object(&log) }
    }

    /// The texts of an array, `nil` when there is no such key; other elements are left out with a diagnostic.
    package func strings(_ key: String, _ log: inout FileDiagnosticLog) -> [String]? {
        guard let node = self[key] else { return nil }
        return node.elements(&log).compactMap { element in
            if case .string(let text) = element.value { return text }
            log.error(element.path, "text is expected, not \(element.value.kind); it is skipped")
            return nil
        }
    }
}
