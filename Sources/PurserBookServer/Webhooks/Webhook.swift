#if Server
    import Purser
    import PurserNetworking
    import PurserServer

    #if canImport(FoundationEssentials)
        package import FoundationEssentials
    #else
        package import Foundation
    #endif

    /// A consumer of the book that is another server: it gets each update as a signed post.
    package struct Webhook: Sendable {
        /// The consumer's name.
        package let name: String
        /// Where it is posted to.
        package let url: URL
        private let secret: WebhookSecret

        /// How long a post may take; less than a lease.
        package var patience = Duration.seconds(20)
        /// How many bytes of an answer's body are read; nothing in it is needed.
        private static let answerLimit = 65_536

        /// A webhook by `NAME=URL`; `nil` where the name is not of letters, digits, `-` and `_`, or the address neither `https` nor one
        /// of this machine.
        package init?(_ text: String, secret: WebhookSecret) {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, Self.isName(parts[0]), let url = URL(string: parts[1]),
                let host = url.host?.lowercased(), let scheme = url.scheme?.lowercased(),
                (1...65_535).contains(url.port ?? 443),
                scheme == "https"
                    || scheme == "http" && ["127.0.0.1", "localhost", "[::1]", "::1"].contains(host)
            else { return nil }
            (name, self.url, self.secret) = (parts[0], url, secret)
        }

        /// Whether a text may be a webhook's name.
        package static func isName(_ text: String) -> Bool {
            !text.isEmpty && text.utf8.count <= 64
                && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
        }

        /// Posts an update.
        ///
        /// - Throws: `HTTPFailure` unless the answer is a success; then the update is posted again.
        func post(_ update: BookUpdate, at date: Date, over transport: any HTTPTransport) async throws {
            let body = try WebhookBody(update).json()
            var request = HTTPRequest(url, method: "POST", body: body)
            // The key: who stores it recognises each repetition.
            request.headers = secret.fields(
                id: "\(update.update.key)", at: Int64(date.timeIntervalSince1970), body: body)
            request.headers["Content-Type"] = "application/json"
            request.headers["User-Agent"] = "purser"
            request.followsRedirections = false
            try await transport.post(request, dropping: Self.answerLimit, within: patience, by: SystemClock())
        }
    }

    extension Webhook: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
        /// The name: the address may have a password, and the query may be secret.
        package var description: String { "webhook \(name)" }
        /// The same text.
        package var debugDescription: String { description }
        /// The name alone.
        package var customMirror: Mirror { Mirror(self, children: ["name": name]) }
    }
#endif
