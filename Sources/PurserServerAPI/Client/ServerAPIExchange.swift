#if Verification
    import Foundation
    import Purser
    import PurserNetworking
    import PurserVerification

    /// Makes calls: waits for their turns, sends them, and repeats those that may be repeated.
    ///
    /// Owns the tokens, the turns and the waits of one client. Promises: a call returns or throws once, at most one
    /// request limit after its policy's time; it ends immediately when its task is cancelled or the client is closed; a
    /// call with an effect is sent again only if the first request had none. One task watches the limits of
    /// all requests, from the first one until the client is closed or released: a timer for each request would cost
    /// more than the rest of a call.
    final class ServerAPIExchange: Sendable {
        let tokens: BearerTokens
        let environment: ServerAPIEnvironment
        private let transport: any HTTPTransport
        private let clock: any StoreClock
        private let retries: RetryPolicy
        private let options: ServerAPIOptions
        /// The time limit of one request.
        private let requestLimit: Duration
        private let timer: RetryTimer
        private let retrier: Retrier
        private let pacer: RatePacer
        private let calls: ExternalCalls
        private let isWatched = Lock(false)

        /// The maximum time of a call whose policy has no limit, and of one request: ten minutes.
        private static let longest = Duration.seconds(600)

        init(
            tokens: BearerTokens, environment: ServerAPIEnvironment, transport: any HTTPTransport,
            clock: any StoreClock,
            retries: RetryPolicy, options: ServerAPIOptions
        ) {
            self.tokens = tokens
            self.environment = environment
            self.transport = transport
            self.clock = clock
            self.options = options
            requestLimit = min(max(options.requestLimit, .zero), Self.longest)
            self.retries = RetryPolicy(
                initialDelay: retries.initialDelay, multiplier: retries.multiplier, maximumDelay: retries.maximumDelay,
                jitter: retries.jitter, maximumAttempts: retries.maximumAttempts,
                maximumElapsed: min(retries.maximumElapsed ?? Self.longest, Self.longest))
            timer = RetryTimer(clock: clock)
            retrier = Retrier(timer: timer, generator: StoreDefaults.current.generator())
            pacer = RatePacer(options.rates, timer: timer)
            calls = ExternalCalls(clock: clock, closingLimit: requestLimit)
        }

        deinit { calls.stop() }

        /// Ends all calls, now and later.
        func close() {
            timer.close()
            calls.stop()
        }

        /// Makes a call.
        ///
        /// - Parameter environment: the environment; `nil` for the client's.
        /// - Returns: the body, and the environment that answered.
        /// - Throws: ``ServerAPIFailure``; `CancellationError` when the task was cancelled.
        func perform(
            _ request: CallRequest, in environment: ServerAPIEnvironment? = nil
        ) async throws -> ServerAPIAnswer<Data> {
            let latest = clock.now() + (retries.maximumElapsed ?? Self.longest)
            // Whether a request without an answer may have changed something.
            var isOpen = false
            do {
                return try await retrier.run(RetryStage(name: request.call.name), policy: retries) { _ in
                    try await attempt(
                        request, in: environment ?? self.environment, latest: latest, isOpen: &isOpen)
                }
            } catch {
                throw ended((error as? RetryFailure)?.underlying ?? error, request.call, isOpen: isOpen)
            }
        }

        /// The error for the caller.
        private func ended(_ error: any Error, _ call: ServerAPICall, isOpen: Bool) -> any Error {
            if var failure = error as? ServerAPIFailure {
                failure.mayHaveBeenCarriedOut = failure.mayHaveBeenCarriedOut || isOpen
                return failure
            }
            guard error is CancellationError, timer.isClosed, !Task.isCancelled else { return error }
            return ServerAPIFailure(
                .closed, call, mayHaveBeenCarriedOut: isOpen, "The client was closed. Make another one.")
        }

        private func attempt(
            _ request: CallRequest, in environment: ServerAPIEnvironment, latest: Duration, isOpen: inout Bool
        ) async throws -> ServerAPIAnswer<Data> {
            var state = ExchangeState(request.call, in: environment)
            while true {
                let place = state.place
                try await pacer.turn(request.call, isSandbox: place == .sandbox, latest: latest)
                let token = try await tokens.token(at: clock.currentDate())
                let wanted = try request.request(at: options.addresses.address(of: place), token: token.text)
                guard !timer.isClosed else { throw CancellationError() }
                let wasOpen = isOpen
                isOpen = request.call.effect != .reads
                let answer: HTTPAnswer
                do {
                    answer = try await send(wanted, request.call, token, latest: latest)
                } catch let failure as ServerAPIFailure where !failure.mayHaveBeenCarriedOut {
                    isOpen = wasOpen
                    throw failure
                }
                if (200...299).contains(answer.response.status) {
                    if token.isRenewal { await tokens.accepted(token) }
                    return ServerAPIAnswer(value: answer.body, environment: place)
                }
                let rejection = RejectedAnswer(status: answer.response.status, body: answer.body, hiding: token.text)
                if rejection.isRejection { isOpen = wasOpen }
                switch state.rejected(rejection) {
                case .send: continue
                case .renewToken: if await tokens.rejected(token) { continue }
                case .fail: break
                }
                throw failure(request.call, rejection, answer.response, place)
            }
        }

        private func failure(
            _ call: ServerAPICall, _ rejection: RejectedAnswer, _ response: HTTPResponse, _ place: StoreEnvironment
        ) -> ServerAPIFailure {
            let now = clock.currentDate()
            guard rejection.failureCode == .rateLimited else {
                return ServerAPIFailure(call, rejection, wait: nil, now: now)
            }
            let moment = AppleRetryAfter.moment(response.header("Retry-After"), now: Timestamp(now))
            let wait = pacer.rejected(call, isSandbox: place == .sandbox, until: moment)
            return ServerAPIFailure(call, rejection, wait: wait, now: now)
        }

        /// Sends one request, and rejects answers from other servers.
        private func send(
            _ request: HTTPRequest, _ call: ServerAPICall, _ token: BearerToken, latest: Duration
        ) async throws -> HTTPAnswer {
            let answer: HTTPAnswer
            do {
                answer = try await answerInTime(
                    to: request, call, within: min(requestLimit, latest + requestLimit - clock.now()))
            } catch {
                throw sendingFailed(error, call, token)
            }
            let url = answer.response.url
            guard url.scheme == request.url.scheme, url.host == request.url.host, url.port == request.url.port else {
                throw ServerAPIFailure(
                    .unreadable, call, status: answer.response.status, mayHaveBeenCarriedOut: call.effect != .reads,
                    "Another server answered than the called one. Check the proxies in between.")
            }
            if let announced = answer.response.header("Content-Length").flatMap({ Int($0) }),
                answer.response.header("Content-Encoding") == nil, answer.body.count < announced
            {
                throw ServerAPIFailure(
                    call, network: "The answer ends after \(answer.body.count) of \(announced) bytes.",
                    isUnsent: false)
            }
            return answer
        }

        private func answerInTime(
            to request: HTTPRequest, _ call: ServerAPICall, within limit: Duration
        ) async throws -> HTTPAnswer {
            watchLimits()
            let (transport, maximumBytes) = (transport, options.maximumBytes)
            let answer = await calls.call(call.name, within: limit, cancelsOverdue: true) {
                try await transport.anyAnswer(to: request, maximumBytes: maximumBytes)
            }
            switch answer {
            case .answered(let result): return try result.get()
            case .overdue: throw HTTPFailure(overdue: request, limit)
            case .stopped, .cancelled: throw CancellationError()
            }
        }

        /// Starts the watch of the limits with the first request: a client that is never used starts no task.
        private func watchLimits() {
            let isFirst = isWatched.withLock { isWatched in
                defer { isWatched = true }
                return !isWatched
            }
            // Outside the caller's task, which ends before the client does. It ends with the client.
            if isFirst { _ = RootTask.start { [calls] in await calls.run() } }
        }

        private func sendingFailed(_ error: any Error, _ call: ServerAPICall, _ token: BearerToken) -> any Error {
            if error is CancellationError, Task.isCancelled || timer.isClosed { return error }
            guard let failure = error as? HTTPFailure else {
                let words = RejectedAnswer.shown("\(error)", hiding: token.text)
                return ServerAPIFailure(call, network: "The request failed: \(words).", isUnsent: false)
            }
            let words = RejectedAnswer.shown(failure.message, hiding: token.text)
            guard failure.retryClass != .permanent else {
                return ServerAPIFailure(.unreadable, call, mayHaveBeenCarriedOut: call.effect != .reads, words)
            }
            return ServerAPIFailure(call, network: words, isUnsent: failure.isUnsent)
        }
    }
#endif
