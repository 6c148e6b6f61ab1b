#if Studio
    import HTTPTypes
    import Hummingbird
    import NIOCore
    import Purser

    /// Passes requests to ``StudioSession``, and returns its answers.
    struct StudioResponder: HTTPResponder {
        /// The properties of a request's connection.
        struct Context: RequestContext {
            var coreContext: CoreRequestContextStorage
            /// The local port.
            let port: Int

            init(source: ApplicationRequestContextSource) {
                coreContext = .init(source: source)
                port = source.channel.localAddress?.port ?? 0
            }
        }

        let studio: StudioSession
        let token: String

        /// The minimum time between two messages of a stream; events in between become one message.
        private static let pause = Duration.milliseconds(40)

        func respond(to request: Request, context: Context) async throws -> Response {
            switch StudioGate(token: token, port: context.port).verdict(for: StudioRequest(request)) {
            case .reject(let status, let message): return Self.response(.error(status, message), request)
            case .serve(.events(let place)): return stream(request, after: place)
            case .serve(let route):
                var body: [UInt8] = []
                if route == .wish {
                    guard let bytes = try? await request.body.collect(upTo: StudioWish.longest) else {
                        return Self.response(.error(413, "A request has at most \(StudioWish.longest) bytes."), request)
                    }
                    body = Array(bytes.readableBytesView)
                }
                return Self.response(await studio.answer(route, body: body), request)
            }
        }

        private static func response(_ answer: StudioAnswer, _ request: Request) -> Response {
            var fields = fields(answer.type)
            if let name = answer.fileName { fields[.contentDisposition] = "attachment; filename=\"\(name)\"" }
            let bytes = ByteBuffer(string: answer.body)
            return Response(
                status: .init(code: answer.status), headers: fields,
                body: request.method == .head ? .init() : .init(byteBuffer: bytes))
        }

        private static func fields(_ type: String) -> HTTPFields {
            var fields = HTTPFields()
            for (key, value) in StudioAnswer.headers {
                if let name = HTTPField.Name(key) { fields[name] = value }
            }
            fields[.contentType] = type
            return fields
        }

        /// The stream of events, until the page is closed or the server ends.
        private func stream(_ request: Request, after place: StudioPlace?) -> Response {
            var fields = Self.fields("text/event-stream")
            if let name = HTTPField.Name("X-Accel-Buffering") { fields[name] = "no" }
            return Response(
                status: .ok, headers: fields,
                body: .init { [studio] writer in
                    // It ends as soon as the page is closed, even without events.
                    try await request.body.consumeWithCancellationOnInboundClose { _ in
                        try await writer.write(ByteBuffer(string: "retry: 500\n\n"))
                        var (place, version): (StudioPlace?, Int?) = (place, nil)
                        while true {
                            let seen = studio.changes.count
                            let portion = await studio.portion(after: place, version: version)
                            (place, version) = (portion.place, portion.version)
                            if !portion.text.isEmpty { try await writer.write(ByteBuffer(string: portion.text)) }
                            try await Task.sleep(for: Self.pause)
                            try await studio.changes.wait(after: seen)
                        }
                    }
                    try await writer.finish(nil)
                })
        }
    }
#endif
