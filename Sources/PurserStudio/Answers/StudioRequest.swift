#if Studio
    /// The parts of an HTTP request that are needed before it is handled.
    struct StudioRequest: Sendable {
        /// The method, such as `GET`.
        var method = "GET"
        /// The path with the query.
        var target = "/"
        /// The header `Host`.
        var host: String?
        /// The header `Origin`.
        var origin: String?
        /// The header `Sec-Fetch-Site`, in which a browser sends the origin's relation.
        var fetchSite: String?
        /// The header `Content-Type`.
        var contentType: String?
        /// The header `Last-Event-ID`.
        var lastEventID: String?

        /// The path without the query.
        var path: Substring { target.prefix { $0 != "?" } }

        /// The values of the query by their names; for repeated names, the first value.
        var query: [String: String] {
            guard let mark = target.firstIndex(of: "?") else { return [:] }
            var values: [String: String] = [:]
            for pair in target[target.index(after: mark)...].split(separator: "&") {
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let name = Self.decoded(parts[0])
                if values[name] == nil { values[name] = parts.count > 1 ? Self.decoded(parts[1]) : "" }
            }
            return values
        }

        /// A decoded part of a query.
        private static func decoded(_ part: Substring) -> String {
            var bytes: [UInt8] = []
            var rest = part.utf8[...]
            while let byte = rest.popFirst() {
                let digits = rest.prefix(2)
                if byte == UInt8(ascii: "%"), digits.count == 2,
                    let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
                {
                    bytes.append(value)
                    rest = rest.dropFirst(2)
                } else {
                    bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
                }
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }
#endif
