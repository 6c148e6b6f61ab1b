#if Server
    import HTTPTypes
    import Hummingbird
    import Metrics
    import NIOCore
    import NIOHTTP1
    import Purser
    import PurserFormats
    import PurserServer

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// Passes requests to the routes, and returns their answers; within the limits.
    struct BookResponder: HTTPResponder {
        typealias Context = BasicRequestContext

        private enum Ending: Error { case tooLarge, tooLate, malformed, gone }

        let served: ServedBook
        let token: OperatorToken?
        let metrics: PrometheusMetrics
        let limits: RequestLimits
        let running: RequestCount

        func respond(to request: Request, context: Context) async throws -> Response {
            let begun = ContinuousClock.now
            let verdict = BookRoute.verdict(
                method: request.method.rawValue, path: request.uri.path, authorization: request.headers[.authorization],
                token: token)
            let (answer, name) =
                switch verdict {
                case .reject(let answer): (answer, "none")
                case .serve(let route, let user): (await self.answer(route, user, request), route.rawValue)
                }
            note(name, answer, ContinuousClock.now - begun)
            return response(answer, isHead: request.method == .head)
        }

        private func answer(_ route: BookRoute, _ user: UUID?, _ request: Request) async -> RouteAnswer {
            switch route {
            // Also when there is too much to do: who asks would end the process.
            case .health: return .json(["alive": .bool(true)])
            case .metrics:
                return RouteAnswer(status: 200, type: PrometheusMetrics.contentType, body: metrics.text)
            case .openAPI: return RouteAnswer(status: 200, body: OpenAPIDocument.text)
            default: break
            }
            let answer = await running.within {
                do { return try await withinTime { try await self.read(route, user, request) } } catch {
                    return Self.answer(after: error)
                }
            }
            return answer ?? .notNow(after: 1, "There are too many requests. Repeat it.")
        }

        private static func answer(after error: any Error) -> RouteAnswer {
            switch error as? Ending {
            case .tooLarge: .error(413, "The body is too large.")
            case .tooLate: .notNow(after: 10, "It took too long. Repeat the request.")
            case .malformed: .error(400, "The body is not well-formed.")
            case .gone: .clientGone
            case nil: .bookFailed
            }
        }

        private func read(_ route: BookRoute, _ user: UUID?, _ request: Request) async throws -> RouteAnswer {
            let limit = route.description.body?.limit
            let body = if let limit { try await self.body(of: request, upTo: limit) } else { [UInt8]() }
            guard let book = served.book else { return .bookFailed }
            return try await BookRoutes(book: book).answer(route, user, body: body)
        }

        private func body(of request: Request, upTo limit: Int) async throws -> [UInt8] {
            if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit {
                throw Ending.tooLarge
            }
            do { return Array(buffer: try await request.body.collect(upTo: limit)) } catch is NIOTooManyBytesError {
                throw Ending.tooLarge
            } catch let error as HTTPParserError where error != .invalidEOFState { throw Ending.malformed } catch {
                throw Ending.gone
            }
        }

        private func withinTime(_ work: @escaping @Sendable () async throws -> RouteAnswer) async throws -> RouteAnswer
        {
            try await withThrowingTaskGroup(of: RouteAnswer.self) { group in
                group.addTask { try await work() }
                group.addTask {
                    try await Task.sleep(for: limits.time)
                    throw Ending.tooLate
                }
                defer { group.cancelAll() }
                return try await group.next() ?? .bookFailed
            }
        }

        private func note(_ route: String, _ answer: RouteAnswer, _ time: Duration) {
            let labels = [("route", route), ("status", "\(answer.status)")]
            Counter(label: "purser_book_requests", dimensions: labels, factory: metrics).increment()
            Recorder(
                label: "purser_book_request_seconds", dimensions: [("route", route)], aggregate: true, factory: metrics
            )
            .record(Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18)
        }

        private func response(_ answer: RouteAnswer, isHead: Bool) -> Response {
            var fields = HTTPFields()
            for (name, value) in answer.fields {
                if let name = HTTPField.Name(name) { fields[name] = value }
            }
            if !answer.body.isEmpty { fields[.contentType] = answer.type }
            fields[.cacheControl] = "no-store"
            let bytes = ByteBuffer(string: answer.body)
            return Response(
                status: .init(code: answer.status), headers: fields,
                body: isHead || answer.body.isEmpty ? .init() : .init(byteBuffer: bytes))
        }
    }
#endif
