import Foundation
import PurserNetworking
import Testing

@Suite("Requests")
struct RequestTests {
    @Test("No description of a request has its header fields, its query or its body")
    func secrets() throws {
        let url = try #require(URL(string: "https://user:word@example.com/path?secret=1#secret"))
        let request = HTTPRequest(
            url, method: "POST", headers: ["Authorization": "Bearer secret"], body: Data("secret".utf8))
        var text = "\(request) \(String(reflecting: request)) \([request]) "
        dump(request, to: &text)
        #expect(text.contains("POST https://example.com/path"))
        for word in ["secret", "word", "user"] { #expect(!text.contains(word), "\(text)") }
    }
}
