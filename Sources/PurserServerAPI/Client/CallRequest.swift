#if Verification
    import Foundation
    import PurserNetworking

    /// A call with its values, before it has a server and a token.
    struct CallRequest: Sendable, Hashable {
        let call: ServerAPICall
        /// The path and the query.
        let target: String
        let body: Data?
        let contentType: String?

        /// A call.
        ///
        /// - Parameters:
        ///   - path: another path than the table's, with places for the values.
        ///   - values: what stands in the places of the path.
        ///   - query: names and values, in this order.
        ///   - body: what is sent.
        /// - Throws: ``ServerAPIFailure`` with ``ServerAPIFailure/Kind/invalidRequest`` when a value cannot be right.
        init(
            _ call: ServerAPICall, path: String? = nil, _ values: String..., query: [(String, String)] = [],
            body: (any RequestBody)? = nil, image: Data? = nil
        ) throws(ServerAPIFailure) {
            if let fault = body?.fault {
                throw ServerAPIFailure(.invalidRequest, call, "The request was not sent: \(fault).")
            }
            try self.init(
                call, path ?? call.path, values, query, image ?? body?.members.json,
                contentType: image != nil ? "image/png" : "application/json")
        }

        /// A call with a body that was made elsewhere.
        init(
            _ call: ServerAPICall, _ path: String, _ values: [String], _ query: [(String, String)], _ body: Data?,
            contentType: String
        ) throws(ServerAPIFailure) {
            var parts = path.components(separatedBy: "{}")
            guard values.count == parts.count - 1 else {
                throw ServerAPIFailure(
                    .invalidRequest, call,
                    "The request was not sent: the call takes \(parts.count - 1) identifiers, not \(values.count).")
            }
            var target = parts.removeFirst()
            for (value, part) in zip(values, parts) {
                guard Self.isIdentifier(value) else {
                    throw ServerAPIFailure(
                        .invalidRequest, call,
                        "The request was not sent: an identifier is empty, longer than 255 characters, or has others than letters, digits, points, hyphens and underscores. Correct it."
                    )
                }
                target += value + part
            }
            for (index, (name, value)) in query.enumerated() {
                target += (index == 0 ? "?" : "&") + name + "=" + Self.escaped(value)
            }
            self.call = call
            self.target = target
            self.body = body
            self.contentType = body == nil ? nil : contentType
        }

        /// The request for a server.
        ///
        /// - Throws: ``ServerAPIFailure`` with ``ServerAPIFailure/Kind/invalidRequest`` when the server's address is none.
        func request(at address: URL, token: String) throws(ServerAPIFailure) -> HTTPRequest {
            var base = address.absoluteString
            while base.hasSuffix("/") { base.removeLast() }
            guard let url = URL(string: base + target), url.host?.isEmpty == false else {
                throw ServerAPIFailure(
                    .invalidRequest, call, "The request was not sent: the address of the server is none. Correct it.")
            }
            var headers = ["Authorization": "Bearer \(token)", "Accept": "application/json"]
            if let contentType { headers["Content-Type"] = contentType }
            var request = HTTPRequest(url, method: call.method, headers: headers, body: body)
            request.followsRedirections = false
            return request
        }

        /// Whether a text stands for itself in a path, and for no other place.
        private static func isIdentifier(_ text: String) -> Bool {
            (1...255).contains(text.utf8.count) && text != "." && text != ".." && text.utf8.allSatisfy(isPlain)
        }

        private static func escaped(_ text: String) -> String {
            var escaped = ""
            for byte in text.utf8 {
                if isPlain(byte) {
                    escaped.unicodeScalars.append(Unicode.Scalar(byte))
                } else {
                    let digits = String(byte, radix: 16, uppercase: true)
                    escaped += "%" + (digits.count == 1 ? "0" : "") + digits
                }
            }
            return escaped
        }

        /// The unreserved characters of RFC 3986.
        private static func isPlain(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                true
            default: false
            }
        }
    }
#endif
