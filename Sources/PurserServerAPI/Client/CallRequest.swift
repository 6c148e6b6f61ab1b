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
        ///   - path: a path that replaces the table's, with `{}` for each value.
        ///   - values: the values for the `{}` of the path.
        ///   - query: names and values, in this order.
        ///   - body: the body; `nil` for none.
        /// - Throws: ``ServerAPIFailure`` with ``ServerAPIFailure/Code/invalidRequest`` for a value that Apple would reject.
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
            // Each {} of the path separates two parts.
            let parts = path.split(separator: "{", omittingEmptySubsequences: false)
            guard values.count == parts.count - 1 else {
                throw ServerAPIFailure(
                    .invalidRequest, call,
                    "The request was not sent: the call needs \(parts.count - 1) identifiers, not \(values.count).")
            }
            var target = String(parts[0])
            for (value, part) in zip(values, parts.dropFirst()) {
                guard value.isIdentifier else {
                    throw ServerAPIFailure(
                        .invalidRequest, call,
                        "The request was not sent: an identifier \(String.identifierFault). Correct it.")
                }
                target += value + part.dropFirst()
            }
            for (index, (name, value)) in query.enumerated() {
                target += (index == 0 ? "?" : "&") + name + "=" + value.percentEncoded
            }
            self.call = call
            self.target = target
            self.body = body
            self.contentType = body == nil ? nil : contentType
        }

        /// The request for a server.
        ///
        /// - Throws: ``ServerAPIFailure`` with ``ServerAPIFailure/Code/invalidRequest`` when the server's address is invalid.
        func request(at address: URL, token: String) throws(ServerAPIFailure) -> HTTPRequest {
            var base = address.absoluteString
            while base.hasSuffix("/") { base.removeLast() }
            guard let url = URL(string: base + target), url.host?.isEmpty == false, address.query == nil,
                address.fragment == nil, address.user == nil
            else {
                throw ServerAPIFailure(
                    .invalidRequest, call,
                    "The request was not sent: the server's address must have only a scheme, a host and a port. "
                        + "Correct it.")
            }
            var headers = ["Authorization": "Bearer \(token)", "Accept": "application/json"]
            if let contentType { headers["Content-Type"] = contentType }
            var request = HTTPRequest(url, method: call.method, headers: headers, body: body)
            request.followsRedirections = false
            request.isSentOnce = call.effect == .acts
            return request
        }
    }

    extension String {
        /// Why a text is not an identifier.
        static let identifierFault =
            "is empty, longer than 255 characters, or has characters other than letters, digits, periods, hyphens and "
            + "underscores"

        /// Whether a text can be part of a path without changing it: 1 to 255 unreserved characters of RFC 3986, and not `.` or `..`.
        var isIdentifier: Bool {
            (1...255).contains(utf8.count) && self != "." && self != ".." && utf8.allSatisfy(Self.isUnreserved)
        }

        /// The text with every character percent-encoded that is not unreserved.
        fileprivate var percentEncoded: String {
            var encoded = ""
            for byte in utf8 {
                if Self.isUnreserved(byte) {
                    encoded.unicodeScalars.append(Unicode.Scalar(byte))
                } else {
                    let digits = String(byte, radix: 16, uppercase: true)
                    encoded += "%" + (digits.count == 1 ? "0" : "") + digits
                }
            }
            return encoded
        }

        private static func isUnreserved(_ byte: UInt8) -> Bool {
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
