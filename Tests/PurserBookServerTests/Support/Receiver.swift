#if Server
    import Crypto
    import Foundation
    import HTTPTypes
    import Hummingbird
    import Logging
    import Purser

    /// The server of somebody who gets webhooks: checks what comes, keeps it, and answers as a test wants.
    final class Receiver: Sendable {
        static let secret = "whsec_" + Data(repeating: 3, count: 32).base64EncodedString()

        /// What was posted.
        struct Post: Sendable, Hashable {
            let id: String
            let user: String
            let number: Int
            let fence: Int
        }

        private struct State: Sendable {
            var posts: [Post] = []
            var accepted: [Post] = []
            var forged = 0
        }

        private let state = Lock(State())
        private let answer: @Sendable (Post, _ earlier: Int) async -> Int
        private let retryAfter: String?

        /// - Parameters:
        ///   - retryAfter: the field `Retry-After` of what is no success.
        ///   - answer: the status for a post, by how often it has come before.
        init(
            retryAfter: String? = nil,
            _ answer: @escaping @Sendable (Post, _ earlier: Int) async -> Int = { _, _ in 204 }
        ) {
            (self.answer, self.retryAfter) = (answer, retryAfter)
        }

        /// All posts.
        var posts: [Post] { state.withLock(\.posts) }
        /// Those that were answered with a success.
        var accepted: [Post] { state.withLock(\.accepted) }
        /// How many had a wrong signature.
        var forged: Int { state.withLock(\.forged) }

        /// The numbers of a user that were accepted, without repetitions, in the order in which they came first.
        func numbers(of user: UUID) -> [Int] {
            var numbers: [Int] = []
            for post in accepted where post.user == user.uuidString && !numbers.contains(post.number) {
                numbers.append(post.number)
            }
            return numbers
        }

        /// Returns once the posts are as wanted.
        func wait(until isDone: ([Post]) -> Bool) async throws {
            while !isDone(accepted) { try await Task.sleep(for: .milliseconds(5)) }
        }

        /// Listens for as long as `body` runs.
        func whileListening(_ body: (Int) async throws -> Void) async throws {
            let (ports, listening) = AsyncStream.makeStream(of: Int.self)
            var logger = Logger(label: "receiver")
            logger.logLevel = .critical
            let application = Application(
                responder: CallbackResponder<BasicRequestContext> { request, _ in try await self.take(request) },
                configuration: .init(address: .hostname("127.0.0.1", port: 0)),
                onServerRunning: { listening.yield($0.localAddress?.port ?? 0) }, logger: logger)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    defer { listening.finish() }
                    do { try await application.run() } catch is CancellationError {}
                }
                for await port in ports {
                    try await body(port)
                    break
                }
                group.cancelAll()
                try await group.waitForAll()
            }
        }

        private func take(_ request: Request) async throws -> Response {
            let body = Data(try await request.body.collect(upTo: 1 << 20).readableBytesView)
            let headers = request.headers
            guard let post = Post(body, field: { HTTPField.Name($0).flatMap { headers[$0] } }) else {
                state.withLock { $0.forged += 1 }
                return Response(status: .badRequest)
            }
            let earlier = state.withLock { state in
                state.posts.append(post)
                return state.posts.count { $0.id == post.id } - 1
            }
            let status = await answer(post, earlier)
            var fields = HTTPFields()
            if (200..<300).contains(status) {
                state.withLock { $0.accepted.append(post) }
            } else {
                fields[.retryAfter] = retryAfter
            }
            return Response(status: .init(code: status), headers: fields)
        }
    }

    extension Receiver.Post {
        /// Reads a post as the specification of Standard Webhooks says; `nil` where it is not signed.
        init?(_ body: Data, field: (String) -> String?) {
            guard let id = field("webhook-id"), let time = field("webhook-timestamp"),
                let seconds = Double(time), abs(Date.now.timeIntervalSince1970 - seconds) < 3_600,
                let signature = field("webhook-signature")?.split(separator: ",").last,
                let code = Data(base64Encoded: String(signature)),
                HMAC<SHA256>.isValidAuthenticationCode(
                    code, authenticating: Data("\(id).\(time).".utf8) + body,
                    using: SymmetricKey(data: Data(repeating: 3, count: 32))),
                let object = try? JSONSerialization.jsonObject(with: body) as? [String: Any],
                let data = object["data"] as? [String: Any], let user = data["user"] as? String,
                let number = data["number"] as? Int, let fence = (data["fence"] as? String).flatMap({ Int($0) }),
                data["key"] as? String == id
            else { return nil }
            self.init(id: id, user: user, number: number, fence: fence)
        }

        /// Reads a post as it comes over a connection.
        init?(_ request: Data) {
            guard let end = request.firstRange(of: Data("\r\n\r\n".utf8)) else { return nil }
            let lines = String(decoding: request[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
            self.init(Data(request[end.upperBound...])) { name in
                lines.first { $0.lowercased().hasPrefix(name + ":") }.map {
                    $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
                }
            }
        }
    }
#endif
