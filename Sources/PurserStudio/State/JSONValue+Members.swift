#if Studio
    import Purser
    import PurserFormats

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    extension JSONValue {
        /// A member of an object.
        subscript(_ key: String) -> JSONValue? {
            guard case .object(let members) = self, let value = members[key], value != .null else { return nil }
            return value
        }

        /// The text under a key.
        func text(_ key: String) -> String? { if case .string(let text)? = self[key] { text } else { nil } }

        /// The values of the list under a key.
        func list(_ key: String) -> [JSONValue] { if case .array(let values)? = self[key] { values } else { [] } }

        /// The whole number under a key.
        func integer(_ key: String) -> Int64? {
            if case .number(let digits)? = self[key] { Int64(digits) } else { nil }
        }

        /// The flag under a key; `nil` if there is none.
        func flag(_ key: String) -> Bool? { if case .bool(let flag)? = self[key] { flag } else { nil } }

        /// The numbers of the object under a key.
        func numbers(_ key: String) -> [String: Double]? {
            guard case .object(let members)? = self[key] else { return nil }
            return members.compactMapValues { if case .number(let digits) = $0 { Double(digits) } else { nil } }
        }

        /// An object of the members that are not `nil`.
        static func members(_ members: [String: JSONValue?]) -> JSONValue { .object(members.compactMapValues { $0 }) }

        /// A number.
        static func integer(_ number: some BinaryInteger) -> JSONValue { .number("\(number)") }

        /// The value with other members added or replaced.
        func with(_ others: [String: JSONValue?]) -> JSONValue {
            guard case .object(let members) = self else { return self }
            return .object(members.merging(others.compactMapValues { $0 }) { $1 })
        }

        /// The value as JSON that is safe inside a page: no text can end or begin an element.
        var escapedText: String {
            var result = ""
            for scalar in text.unicodeScalars {
                switch scalar {
                case "<", ">", "&", "\u{2028}", "\u{2029}", "\u{7F}": result += scalar.jsonEscape
                default: result.unicodeScalars.append(scalar)
                }
            }
            return result
        }
    }

    extension Optional where Wrapped == String {
        /// The text as JSON, if there is one.
        var json: JSONValue? { map { .string($0) } }
    }
#endif
