#if Verification
    import Foundation
    import Purser
    import PurserFormats
    import PurserNetworking
    import PurserServerAPI
    import PurserVerification

    /// A request to the double, read as one of Apple's calls.
    struct ServerCall: Sendable {
        let call: ServerAPICall
        /// Whether it is a call to the sandbox.
        let isSandbox: Bool
        /// The values in the path.
        let values: [String]
        /// The names and values of the query, in their order.
        let query: [(name: String, value: String)]
        /// The body.
        let body: Data
        /// Whether the path has the deprecated version.
        let isOldForm: Bool

        /// Reads a request; `nil` if no call has its method and path.
        init?(_ request: HTTPRequest, isSandbox: Bool) {
            let path = request.url.path.replacingOccurrences(of: "/inApps/v1/history/", with: "/inApps/v2/history/")
            let parts = path.split(separator: "/", omittingEmptySubsequences: true)
            guard
                let route = Self.routes.first(where: { $0.call.method == request.method && $0.matches(parts) })
            else { return nil }
            call = route.call
            self.isSandbox = isSandbox
            isOldForm = path != request.url.path
            values = zip(route.parts, parts).filter { $0.0 == "{}" }.map { String($0.1) }
            query = (request.url.query(percentEncoded: true) ?? "").split(separator: "&").map { item in
                let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return (Self.text(pair[0]), pair.count > 1 ? Self.text(pair[1]) : "")
            }
            body = request.body ?? Data()
        }

        private struct Route: Sendable {
            let call: ServerAPICall
            let parts: [Substring]

            func matches(_ path: [Substring]) -> Bool {
                path.count == parts.count && zip(parts, path).allSatisfy { $0 == "{}" || $0 == $1 }
            }
        }

        /// All calls, ordered by the number of values in their paths: `image/list` is the list of images, not the image
        /// `list`.
        private static let routes: [Route] = ServerAPICall.all
            .map { Route(call: $0, parts: $0.path.split(separator: "/")) }
            .sorted { first, second in
                first.parts.count { $0 == "{}" } < second.parts.count { $0 == "{}" }
            }

        private static func text(_ part: Substring) -> String { String(part).removingPercentEncoding ?? String(part) }

        /// The first value under a name.
        func value(_ name: String) -> String? { query.first { $0.name == name }?.value }

        /// All values under a name.
        func values(_ name: String) -> [String] { query.filter { $0.name == name }.map(\.value) }

        /// The members of the body.
        func members() throws(ServerRejection) -> [String: JSONValue] {
            do { return try SignedJSONReader.object(Array(body)) } catch { throw ServerRejection(.generalBadRequest) }
        }
    }
#endif
