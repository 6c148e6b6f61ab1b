#if Server
    import Foundation
    import Testing

    @testable import PurserBookServer

    @Suite("The routes of the book's server, by the head of a request")
    struct RouteTests {
        private let token = OperatorToken("abcdefghijklmnop")
        private let user = UUID()

        private func status(
            _ method: String, _ path: String, _ authorization: String? = nil, hasToken: Bool = true
        ) -> Int {
            switch BookRoute.verdict(
                method: method, path: path, authorization: authorization, token: hasToken ? token : nil)
            {
            case .serve: 200
            case .reject(let answer): answer.status
            }
        }

        @Test("Only known paths with their methods are served; a query changes nothing")
        func paths() {
            for (method, path) in [
                ("POST", "/transactions"), ("POST", "/notifications"), ("GET", "/health"), ("HEAD", "/ready"),
                ("POST", "/transactions?a=/b"),
            ] { #expect(status(method, path) == 200, "\(method) \(path)") }
            for (method, path) in [
                ("GET", "/transactions"), ("PUT", "/notifications"), ("POST", "/health"), ("DELETE", "/ready"),
                ("POST", "/metrics"), ("POST", "/users/\(user)/entitlements"),
            ] { #expect(status(method, path) == 405, "\(method) \(path)") }
            for path in [
                "", "/", "/transactions/", "//transactions", "/transactions/1", "/users", "/users/\(user)",
                "/users/\(user)/entitlements/", "/users//entitlements/x", "transactions", "/Health", "/%74ransactions",
            ] { #expect(status("POST", path) == 404, "\(path)") }
        }

        @Test("What a user owns and the metrics need the operator's token; without one there are no such routes")
        func operators() {
            for path in ["/metrics", "/users/\(user)/entitlements", "/users/me/entitlements"] {
                #expect(status("GET", path) == 401)
                #expect(status("GET", path, "Bearer abcdefghijklmnoq") == 401)
                #expect(status("GET", path, "Bearer abcdefghijklmnop", hasToken: false) == 404)
            }
            let header = "Bearer abcdefghijklmnop"
            #expect(status("GET", "/metrics", header) == 200 && status("HEAD", "/metrics", header) == 200)
            #expect(status("GET", "/users/\(user)/entitlements", header) == 200)
            #expect(status("GET", "/users/me/entitlements", header) == 400)
        }
    }
#endif
