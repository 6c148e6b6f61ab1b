#if Server
    import Foundation

    @testable import PurserBookServer

    /// The description of the routes, as a program reads it, and what of JSON Schema it uses.
    struct SchemaCheck {
        let document: [String: Any]

        init() throws {
            let read = try JSONSerialization.jsonObject(with: Data(OpenAPIDocument.text.utf8))
            document = read as? [String: Any] ?? [:]
        }

        /// A value in the document, by its keys.
        func value(_ keys: String...) -> [String: Any]? { value(keys[...]) }

        private func value(_ keys: ArraySlice<String>) -> [String: Any]? {
            keys.reduce(document as [String: Any]?) { $0?[$1] as? [String: Any] }
        }

        /// What is wrong with JSON by a schema of this name.
        func faults(of json: Data, by schema: String) throws -> [String] {
            let read = try JSONSerialization.jsonObject(with: json, options: .fragmentsAllowed)
            return faults(of: read, by: ["$ref": "#/components/schemas/\(schema)"], at: schema)
        }

        /// All references in a part of the document that lead nowhere.
        func danglingReferences(in part: Any) -> [String] {
            if let list = part as? [Any] { return list.flatMap { danglingReferences(in: $0) } }
            guard let members = part as? [String: Any] else { return [] }
            let own = (members["$ref"] as? String).map { target($0) == nil ? [$0] : [] } ?? []
            return own + members.values.flatMap { danglingReferences(in: $0) }
        }

        private func target(_ reference: String) -> [String: Any]? {
            value(reference.split(separator: "/").dropFirst().map(String.init)[...])
        }

        private func faults(of value: Any, by schema: [String: Any], at place: String) -> [String] {
            if let reference = schema["$ref"] as? String {
                return faults(of: value, by: target(reference) ?? ["type": "nothing"], at: place)
            }
            let types = schema["type"] as? [String] ?? (schema["type"] as? String).map { [$0] } ?? []
            var faults = types.isEmpty || types.contains { Self.has(value, $0) } ? [] : ["\(place) is not \(types)"]
            if let members = value as? [String: Any] {
                let known = schema["properties"] as? [String: [String: Any]] ?? [:]
                for name in schema["required"] as? [String] ?? [] where members[name] == nil {
                    faults.append("\(place).\(name) is missing")
                }
                for (name, value) in members {
                    let own = known[name] ?? schema["additionalProperties"] as? [String: Any]
                    // A member without a description is one only where nothing is said about members.
                    guard let own else {
                        if !known.isEmpty { faults.append("\(place).\(name) is not described") }
                        continue
                    }
                    faults += self.faults(of: value, by: own, at: "\(place).\(name)")
                }
            }
            if let list = value as? [Any], let own = schema["items"] as? [String: Any] {
                faults += list.flatMap { self.faults(of: $0, by: own, at: place + "[]") }
            }
            return faults
        }

        private static func has(_ value: Any, _ type: String) -> Bool {
            switch type {
            case "object": value is [String: Any]
            case "array": value is [Any]
            case "string": value is String
            case "null": value is NSNull
            case "boolean": value is Bool
            case "integer": value is Int
            case "number": value is Double
            default: false
            }
        }
    }
#endif
