#if Server
    import AsyncHTTPClient
    import Foundation
    import NIOCore
    import NIOHTTP1
    import NIOPosix
    import Purser

    /// Sends the requests of a server by async-http-client.
    ///
    /// Owns one pool of connections for as long as the program runs. Promises: a request reaches the server at most once, and whole
    /// or not at all, also where a connection that was kept open ends; redirections are passed on, and not followed; nothing is
    /// decompressed; a call ends within its limit of time, at once when its task is cancelled, and its receiver is not called
    /// after that; a receiver that is slower than the network makes the server wait; no answer of a server ends the program. It uses
    /// HTTP/1.1 and the certificates that the system trusts, and no proxy.
    public struct AsyncHTTPTransport: HTTPTransport {
        /// The transport of this program, with the default limits.
        public static let shared = AsyncHTTPTransport()

        /// How long a request and its answer may take; a caller's own limit may be shorter.
        public var timeLimit: Duration
        /// How many bytes the body of an answer may have; a caller's own limit may be smaller.
        public var maximumBytes: Int

        private static let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)

        private static var configuration: HTTPClient.Configuration {
            var configuration = HTTPClient.Configuration(
                redirectConfiguration: .disallow, timeout: .init(connect: .seconds(10)), decompression: .disabled)
            configuration.httpVersion = .http1Only
            // Callers decide when to try again, and how much they do at a time.
            configuration.connectionPool.retryConnectionEstablishment = false
            configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 1_024
            return configuration
        }

        /// A transport; all share the connections.
        public init(timeLimit: Duration = .seconds(60), maximumBytes: Int = 64 << 20) {
            (self.timeLimit, self.maximumBytes) = (timeLimit, maximumBytes)
        }

        /// Sends a request, and returns when the server has sent everything.
        ///
        /// - Throws: the receiver's error; `CancellationError` when the task was cancelled; ``HTTPFailure`` otherwise, with the code
        ///   ``HTTPFailure/Code/stalled`` or ``HTTPFailure/Code/tooLarge`` beyond a limit.
        public func send(_ request: HTTPRequest, to receiver: any HTTPReceiver) async throws {
            try await request.answered(within: timeLimit, by: SystemClock()) { try await exchange(request, receiver) }
        }

        private func exchange(_ request: HTTPRequest, _ receiver: any HTTPReceiver) async throws {
            let wanted = try Self.wanted(request)
            let answer: HTTPClientResponse
            do { answer = try await Self.client.execute(wanted, deadline: .distantFuture) } catch {
                throw failure(error, request)
            }
            try receiver.begins(HTTPResponse(answer, request.url))
            var (count, pieces) = (0, answer.body.makeAsyncIterator())
            while let piece = try await next(&pieces, request) {
                count += piece.readableBytes
                guard count <= maximumBytes else { throw HTTPFailure(tooLarge: request.url, maximumBytes) }
                try receiver.receive(Data(piece.readableBytesView))
            }
            // A body that is cancelled may seem to end.
            try Task.checkCancellation()
        }

        private static func wanted(_ request: HTTPRequest) throws -> HTTPClientRequest {
            guard ["http", "https"].contains(request.url.scheme?.lowercased()) else {
                throw HTTPFailure(
                    .connection, request.url, "The address is not one of http or https. Correct it.", retry: .permanent,
                    isUnsent: true)
            }
            var wanted = HTTPClientRequest(url: request.url.absoluteString)
            wanted.method = HTTPMethod(rawValue: request.method)
            wanted.headers = HTTPHeaders(request.headers.map { ($0.key, $0.value) })
            if let user = request.url.user(percentEncoded: false), !wanted.headers.contains(name: "Authorization") {
                wanted.setBasicAuth(username: user, password: request.url.password(percentEncoded: false) ?? "")
            }
            wanted.body = request.body.map { .bytes(ByteBuffer(bytes: $0)) }
            return wanted
        }

        private func next(
            _ pieces: inout HTTPClientResponse.Body.AsyncIterator, _ request: HTTPRequest
        ) async throws -> ByteBuffer? {
            do {
                let piece = try await pieces.next()
                try Task.checkCancellation()
                return piece
            } catch { throw failure(error, request) }
        }

        private func failure(_ error: any Error, _ request: HTTPRequest) -> any Error {
            guard !Task.isCancelled else { return CancellationError() }
            if let error = error as? HTTPParserError, error != .invalidEOFState {
                return HTTPFailure(
                    .invalidAnswer, request.url, "The server's answer is not HTTP (\(error)). Correct the server.",
                    retry: .permanent)
            }
            return HTTPFailure(
                .connection, request.url, "The connection failed: \(error)", isUnsent: Self.isUnsent(error))
        }

        /// Whether certainly nothing of the request was sent: there was no connection for it.
        private static func isUnsent(_ error: any Error) -> Bool {
            switch error {
            case is NIOConnectionError, ChannelError.connectTimeout: true
            case let error as HTTPClientError:
                [.connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout].contains(error)
            default: false
            }
        }
    }

    extension HTTPResponse {
        fileprivate init(_ answer: HTTPClientResponse, _ url: URL) {
            let headers = Dictionary(answer.headers.map { ($0.name.lowercased(), $0.value) }) { "\($0), \($1)" }
            self.init(status: Int(answer.status.code), url: url, headers: headers)
        }
    }
#endif
