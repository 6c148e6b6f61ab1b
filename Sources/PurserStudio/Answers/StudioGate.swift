#if Studio
    /// Decides which requests are accepted: those of this page, in this user's browser, on this machine.
    struct StudioGate: Sendable {
        /// The secret part of the address.
        let token: String
        /// The port on the loopback.
        let port: Int

        /// The decision on a request.
        enum Verdict: Sendable, Hashable {
            /// It is accepted.
            case serve(StudioRoute)
            /// It is rejected.
            case reject(status: Int, String)
        }

        /// The accepted host names of the page.
        private var hosts: [String] { ["127.0.0.1:\(port)", "localhost:\(port)"] }

        /// Returns the decision on a request.
        ///
        /// A site whose name resolves to this machine has another `Host`. A page of another site has another `Origin`,
        /// and its browser sends `cross-site`. A program of another user on this machine does not have the token.
        func verdict(for request: StudioRequest) -> Verdict {
            guard let host = request.host?.lowercased(), hosts.contains(host) else {
                return .reject(status: 421, "Studio answers at 127.0.0.1:\(port) and localhost:\(port) only.")
            }
            if let origin = request.origin, !isOwn(origin) {
                return .reject(status: 403, "Studio answers only its own page, not one of \(origin.prefix(64)).")
            }
            if let site = request.fetchSite, !["same-origin", "none"].contains(site) {
                return .reject(status: 403, "Studio answers only its own page. Copy its address from the terminal.")
            }
            let parts = request.path.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 3, parts[0].isEmpty, Self.equals(parts[1], token) else {
                return .reject(
                    status: 403,
                    "The address does not have the token of this Studio. Copy the whole address from the terminal.")
            }
            guard let route = StudioRoute(parts[2], request) else {
                return .reject(status: 404, "There is nothing at this address, or its query is invalid.")
            }
            guard request.method == route.method || request.method == "HEAD" && route.method == "GET" else {
                return .reject(status: 405, "This address accepts only \(route.method).")
            }
            guard route == .wish else { return .serve(route) }
            guard request.origin != nil else {
                return .reject(status: 403, "A request with changes must have the Origin http://127.0.0.1:\(port)")
            }
            guard request.contentType?.split(separator: ";").first?.lowercased() == "application/json" else {
                return .reject(status: 415, "Send JSON: Content-Type: application/json")
            }
            return .serve(route)
        }

        private func isOwn(_ origin: String) -> Bool { hosts.contains { "http://\($0)" == origin.lowercased() } }

        /// Compares in constant time, so that the time does not reveal the equal part.
        private static func equals(_ left: Substring, _ right: String) -> Bool {
            let (left, right) = (Array(left.utf8), Array(right.utf8))
            guard left.count == right.count else { return false }
            return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
        }
    }
#endif
