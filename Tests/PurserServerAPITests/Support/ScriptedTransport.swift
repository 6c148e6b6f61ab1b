#if Verification
    import Foundation
    import Purser
    import PurserNetworking

    /// What a scripted server answers.
    struct ScriptedAnswer: Sendable {
        var status = 200
        var headers: [String: String] = [:]
        var body = Data()
        /// Who answers; `nil` for the server that was asked.
        var url: URL?

        /// The members without which an answer of some call is none.
        static let least = #"{"data":[],"hasMore":false,"status":0}"#

        init(_ status: Int = 200, _ text: String = Self.least, _ headers: [String: String] = [:], url: URL? = nil) {
            self.status = status
            self.headers = headers
            body = Data(text.utf8)
            self.url = url
        }

        /// A rejection by one of Apple's codes.
        static func code(_ code: Int, _ words: String = "", _ headers: [String: String] = [:]) -> Self {
            Self(code / 10_000, #"{"errorCode":\#(code),"errorMessage":"\#(words)"}"#, headers)
        }
    }

    /// A server that answers as a test says, and keeps what it was asked.
    final class ScriptedTransport: HTTPTransport {
        private let asked = Lock<[HTTPRequest]>([])
        private let answer: @Sendable (HTTPRequest, _ number: Int) async throws -> ScriptedAnswer

        init(_ answer: @escaping @Sendable (HTTPRequest, _ number: Int) async throws -> ScriptedAnswer) {
            self.answer = answer
        }

        /// A server that gives these answers, one after the other, and then the least that is an answer.
        convenience init(_ answers: ScriptedAnswer...) {
            self.init { _, number in number < answers.count ? answers[number] : ScriptedAnswer() }
        }

        var requests: [HTTPRequest] { asked.withLock { $0 } }

        func send(_ request: HTTPRequest, to receiver: any HTTPReceiver) async throws {
            let number = asked.withLock { asked in
                asked.append(request)
                return asked.count - 1
            }
            let answer = try await answer(request, number)
            try receiver.begins(
                HTTPResponse(status: answer.status, url: answer.url ?? request.url, headers: answer.headers))
            if !answer.body.isEmpty { try receiver.receive(answer.body) }
        }
    }

    extension HTTPRequest {
        /// Which of Apple's two servers is asked.
        var isSandbox: Bool { url.host == "api.storekit-sandbox.apple.com" }
        /// The bearer token.
        var token: String { String((headers["Authorization"] ?? "").dropFirst("Bearer ".count)) }
    }
#endif
