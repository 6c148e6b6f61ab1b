import Foundation
import Testing

extension StudioInBrowser {
    @Suite("Who gets in")
    struct DoorTests {
        @Test("Another token, another Host and another Origin are rejected over a socket, and change nothing")
        func sockets() throws {
            let tool = try Tool()
            let (page, own) = ("/\(tool.token)/", "Origin: http://127.0.0.1:\(tool.port)")
            let json = "Content-Type: application/json"
            let buy = #"{"do":"buy","product":"seeds"}"#
            #expect(try tool.status(page) == 200)
            #expect(try tool.status("\(page)do", method: "POST", headers: [own, json], body: buy) == 200)
            for path in [
                "/", "/x/", "/\(String(tool.token.reversed()))/", "/\(tool.token.dropLast())/", "//\(tool.token)/",
            ] {
                #expect(try tool.status(path) == 403, "\(path)")
            }
            for host in [
                "evil.example", "evil.example:\(tool.port)", "127.0.0.1", "127.0.0.1:1", "0.0.0.0:\(tool.port)",
            ] {
                #expect(try tool.status(page, host: host) == 421, "\(host)")
            }
            for origin in ["http://evil.example", "null", "http://127.0.0.1:1", "http://localhost"] {
                for path in ["", "events", "transactions", "export.json"] {
                    #expect(try tool.status(page + path, headers: ["Origin: \(origin)"]) == 403)
                }
                let headers = ["Origin: \(origin)", json]
                #expect(try tool.status("\(page)do", method: "POST", headers: headers, body: buy) == 403)
            }
            #expect(try tool.status("\(page)do", method: "POST", headers: [json], body: buy) == 403)
            #expect(try tool.status("\(page)do", method: "POST", headers: [own], body: buy) == 415)
            #expect(try tool.status("\(page)do", method: "GET") == 405)
            #expect(try tool.status("\(page)do", method: "OPTIONS", headers: ["Origin: http://evil.example"]) == 403)
            #expect(try tool.status(page, headers: ["Sec-Fetch-Site: cross-site"]) == 403)
            let answer = try tool.send(
                "GET \(page)transactions HTTP/1.1\r\nHost: 127.0.0.1:\(tool.port)\r\nConnection: close\r\n\r\n")
            #expect(answer.contains("\"all\":1") && !answer.lowercased().contains("access-control"))
            #expect(answer.contains("Content-Security-Policy: default-src 'none'"))
        }

        @Test("A hundred malformed requests get an error or nothing, and the page is served as before")
        func malformed() throws {
            let tool = try Tool()
            let (own, json) = ("Origin: http://127.0.0.1:\(tool.port)", "Content-Type: application/json")
            for round in 0..<50 {
                let bytes = String((0..<40).map { _ in Character(UnicodeScalar(UInt8.random(in: 1...126))) })
                _ = try tool.send("\(bytes)\r\n\r\n", within: 0.05)
                let body = String(repeating: "[", count: round) + bytes
                let status = try tool.status("/\(tool.token)/do", method: "POST", headers: [own, json], body: body)
                #expect(status == 400)
            }
            let long = #"{"do":"buy","product":"\#(String(repeating: "x", count: 70_000))"}"#
            #expect(try tool.status("/\(tool.token)/do", method: "POST", headers: [own, json], body: long) == 413)
            #expect(try tool.status("/\(tool.token)/") == 200)
        }

        @Test("A page of another origin in the same browser reads nothing and changes nothing")
        func otherSite() throws {
            let tool = try Tool()
            let browser = try Browser()
            // The same machine under a port of another program: another origin.
            let other = try Tool()
            try browser.open(other.address)
            try browser.call("Page.setBypassCSP", ["enabled": true])
            try browser.open(other.address)
            let address = Browser.quoted(tool.address)
            for attempt in [
                "fetch(\(address) + 'transactions')", "fetch(\(address) + 'export.json', { mode: 'no-cors' })",
                "fetch(\(address) + 'do', { method: 'POST', mode: 'no-cors', body: '{\"do\":\"buy\",\"product\":\"seeds\"}' })",
                "fetch(\(address) + 'do', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{\"do\":\"buy\",\"product\":\"seeds\"}' })",
            ] {
                let read = try browser.text("\(attempt).then((r) => r.text()).catch((e) => '').then((t) => t)")
                #expect(read.isEmpty, "\(attempt): \(read.prefix(80))")
            }
            let frame = try browser.js(
                """
                new Promise((done) => { const f = document.createElement('iframe'); f.src = \(address); f.onload = () => done(f.contentDocument === null);
                document.body.append(f); })
                """)
            #expect(frame as? Bool == true)
            browser.forgive()
            try browser.open(tool.address)
            try browser.wait(Look.ready)
            try browser.wait("document.querySelector('#rows').textContent.includes('Nothing was bought yet')")
            #expect(browser.complaints.isEmpty, "\(browser.complaints)")
        }
    }
}
