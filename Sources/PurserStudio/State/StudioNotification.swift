#if Studio
    import Purser
    import PurserFormats

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// A notification to the app's server, with its parts decoded.
    ///
    /// Nothing is verified here, because Studio shows the signatures of its own App Store. `purser jws` verifies
    /// signatures.
    enum StudioNotification {
        /// The entry of the log for an event of an App Store.
        static func entry(_ value: JSONValue, date: Int64, _ names: StudioProducts) -> [String: JSONValue] {
            let jws = value.text("jws")
            let title = [value.text("type") ?? "?", value.text("subtype")].compactMap { $0 }.joined(separator: " / ")
            var parts = jws.map { decoded($0, "Notification") } ?? []
            if jws == nil { parts = [part("Content", value)] }
            return JSONValue.members([
                "title": .string(title), "date": .integer(date),
                "detail": value.text("product").map { .string(names.name(of: $0)) } ?? value.text("transaction").json,
                "isSigned": .bool(jws != nil), "jws": jws.json, "parts": .array(parts),
            ]).members
        }

        /// The header and the payload of a compact JWS, and of those inside it.
        static func decoded(_ jws: String, _ name: String) -> [JSONValue] {
            let pieces = jws.split(separator: ".", omittingEmptySubsequences: false)
            guard pieces.count == 3, let payload = json(pieces[1]) else { return [] }
            var inner: [JSONValue] = []
            for (key, value) in inside(payload).sorted(by: { $0.key < $1.key }) { inner += decoded(value, key) }
            let header = json(pieces[0]).flatMap { $0.text("alg") } ?? "?"
            return [part("\(name) (\(header))", payload)] + inner
        }

        /// The signed texts in a payload: its own, and those of its `data`.
        private static func inside(_ payload: JSONValue) -> [String: String] {
            var found: [String: String] = [:]
            for case .object(let members) in [payload, payload["data"] ?? .null] {
                for (key, value) in members {
                    guard key.hasPrefix("signed"), case .string(let text) = value, text.contains(".") else { continue }
                    found[key] = text
                }
            }
            return found
        }

        private static func part(_ name: String, _ content: JSONValue) -> JSONValue {
            .object(["name": .string(name), "content": content])
        }

        private static func json(_ base64URL: Substring) -> JSONValue? {
            var text = String(base64URL.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
            text += String(repeating: "=", count: (4 - text.count % 4) % 4)
            guard let data = Data(base64Encoded: text) else { return nil }
            return try? JSONReader(data, as: .json, file: "the payload").root.value
        }
    }

    extension JSONValue {
        /// The members of an object.
        var members: [String: JSONValue] { if case .object(let members) = self { members } else { [:] } }
    }
#endif
