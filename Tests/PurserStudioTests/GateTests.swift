#if Studio
    import Purser
    import Testing

    @testable import PurserStudio

    @Suite("Who is let in")
    struct GateTests {
        private let gate = StudioGate(token: String(repeating: "a1", count: 32), port: 4_000)

        private func request(_ path: String, _ change: (inout StudioRequest) -> Void = { _ in }) -> StudioGate.Verdict {
            var request = StudioRequest(method: "GET", target: "/\(gate.token)/\(path)", host: "127.0.0.1:4000")
            change(&request)
            return gate.verdict(for: request)
        }

        private func status(_ verdict: StudioGate.Verdict) -> Int? {
            if case .reject(let status, _) = verdict { status } else { nil }
        }

        @Test("The page, its files, its stream and its lists are served")
        func routes() {
            #expect(request("") == .serve(.file(.page)))
            #expect(request("studio.js") == .serve(.file(.script)))
            #expect(request("studio.css") { $0.host = "LOCALHOST:4000" } == .serve(.file(.style)))
            #expect(request("events") == .serve(.events(after: nil)))
            #expect(
                request("events") { $0.lastEventID = "3xab-17" }
                    == .serve(.events(after: StudioPlace(run: "3xab", number: 17))))
            #expect(request("timeline?from=1&to=5") == .serve(.timeline(1...5)))
            #expect(request("prices?country=DEU") == .serve(.prices(country: "DEU")))
            #expect(request("export.json") == .serve(.export))
            var search = StudioSearch()
            (search.filter, search.words, search.offset) = (.refunded, "a b<", 200)
            #expect(
                request("transactions?offset=200&filter=refunded&query=A+b%3C") == .serve(.transactions(search)))
        }

        @Test(
            "Another name of this machine, or none, is not answered",
            arguments: [
                nil, "", "evil.example:4000", "127.0.0.1", "127.0.0.1:4001", "127.0.0.1:4000.evil.example",
                "[::1]:4000",
            ])
        func hosts(_ host: String?) { #expect(status(request("") { $0.host = host }) == 421) }

        @Test(
            "Another site's page is not answered at any address",
            arguments: [
                "http://evil.example", "null", "http://127.0.0.1:4001", "https://127.0.0.1:4000", "http://localhost",
            ])
        func origins(_ origin: String) {
            for path in ["", "studio.js", "events", "export.json", "do"] {
                #expect(status(request(path) { $0.origin = origin }) == 403)
            }
        }

        @Test("A browser that says where a request comes from is believed", arguments: ["cross-site", "same-site"])
        func sites(_ site: String) {
            #expect(status(request("") { $0.fetchSite = site }) == 403)
            #expect(status(request("") { $0.fetchSite = "none" }) == nil)
            #expect(status(request("studio.js") { $0.fetchSite = "same-origin" }) == nil)
        }

        @Test(
            "Without the token nothing is answered",
            arguments: [
                "/", "//", "/studio.js", "/wrong/", "/a1/", "/\(String(repeating: "a1", count: 31))a2/",
                "/../etc/passwd",
            ])
        func tokens(_ path: String) {
            let verdict = gate.verdict(for: StudioRequest(target: path, host: "127.0.0.1:4000"))
            #expect(status(verdict) == 403)
        }

        @Test("There is nothing else behind the token")
        func unknown() {
            for path in [
                "x", "../", "studio.html", "do/", "timeline", "timeline?from=5&to=1", "timeline?from=a&to=b",
                "timeline?from=-9223372036854775808&to=0", "transactions?filter=x", "transactions?offset=-1",
                "transactions?limit=0", "transactions?limit=501", "prices",
            ] {
                let code = status(request(path))
                #expect(code == 404 || code == 403, "\(path)")
            }
        }

        @Test("What changes something has to come from the page, as JSON")
        func changes() {
            func change(_ origin: String?, _ type: String?, _ method: String = "POST") -> StudioGate.Verdict {
                request("do") { ($0.origin, $0.contentType, $0.method) = (origin, type, method) }
            }
            let own = "http://127.0.0.1:4000"
            #expect(change(own, "application/json") == .serve(.wish))
            #expect(change("http://localhost:4000", "application/json; charset=utf-8") == .serve(.wish))
            #expect(status(change(nil, "application/json")) == 403)
            #expect(status(change(own, nil)) == 415)
            #expect(status(change(own, "text/plain")) == 415)
            #expect(status(change(own, "application/x-www-form-urlencoded")) == 415)
            #expect(status(change(own, "application/json", "GET")) == 405)
            #expect(status(request("studio.js") { $0.method = "POST" }) == 405)
            #expect(request("studio.js") { $0.method = "HEAD" } == .serve(.file(.script)))
        }

        @Test("No answer lets another site read it, or the page load something of one")
        func headers() {
            let keys = StudioAnswer.headers.keys.map { $0.lowercased() }
            #expect(!keys.contains { $0.hasPrefix("access-control") })
            let policy = StudioAnswer.headers["Content-Security-Policy"] ?? ""
            #expect(policy.hasPrefix("default-src 'none'") && !policy.contains("unsafe") && !policy.contains("http"))
        }
    }
#endif
