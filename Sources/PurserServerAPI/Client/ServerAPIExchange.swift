#if Verification
    import Foundation
    import Purser
    import PurserNetworking
    import PurserVerification

    /// Makes calls: waits for their turns, sends them, and repeats those that may be repeated.
    ///
    /// Owns the tokens, the turns and the waits of one client. Promises: a call returns or throws once, at the latest one request's
    /// limit after its time is over; it ends at once when its task is cancelled or the client is closed; what acts is sent again
    /// only where the first sending did nothing. It starts no tasks but the children of a request.
    final class ServerAPIExchange: Sendable {
        let tokens: BearerTokens
        let environment: ServerAPIEnvironment
        private let transport: any HTTPTransport
        private let clock: any StoreClock
        private let retries: RetryPolicy
        private let options: ServerAPIOptions
        private let timer: RetryTimer
        private let retrier: Retrier
        private let pacer: RatePacer
        private let end = EventCount()

        /// The longest time of a call whose policy has no end: ten minutes.
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
            self.retries = RetryPolicy(
                initialDelay: retries.initialDelay, multiplier: retries.multiplier, maximumDelay: retries.maximumDelay,
                jitter: retries.jitter, maximumAttempts: retries.maximumAttempts,
                maximumElapsed: min(retries.maximumElapsed ?? Self.longest, Self.longest))
            timer = RetryTimer(clock: clock)
            retrier = Retrier(timer: timer, generator: StoreDefaults.current.generator())
            pacer = RatePacer(options.rates, timer: timer)
        }

        /// Ends all calls, now and later.
        func close() {
            timer.close()
            end.close()
        }

        /// Makes a call.
        ///
        /// - Parameter environment: where; `nil` for the client's.
        /// - Returns: the body, and where it was found.
        /// - Throws: ``ServerAPIFailure``; `CancellationError` when the task was cancelled.
        func perform(
            _ request: CallRequest, in environment: ServerAPIEnvironment? = nil
        ) async throws -> ServerAPIAnswer<Data> {
            let latest = clock.now() + (retries.maximumElapsed ?? Self.longest)
            do {
                guard !end.isClosed else { throw CancellationError() }
                return try await retrier.run(RetryStage(name: request.call.name), policy: retries) { _ in
                    try await attempt(request, in: environment ?? self.environment, latest: latest)
                }
            } catch let exhausted as RetryExhausted {
                throw exhausted.underlying
            } catch is CancellationError where end.isClosed && !Task.isCancelled {
                throw ServerAPIFailure(
                    .closed, request.call, mayHaveBeenCarriedOut: request.call.effect != .reads,
                    "The client was closed. Make another one.")
            }
        }

        private func attempt(
            _ request: CallRequest, in environment: ServerAPIEnvironment, latest: Duration
        ) async throws -> ServerAPIAnswer<Data> {
            var state = ExchangeState(request.call, in: environment)
            while true {
                let place = state.place
                try await pacer.turn(request.call, isSandbox: place == .sandbox, latest: latest)
                let token = try await tokens.token(at: clock.currentDate())
                let answer = try await send(request, to: place, token)
                if (200...299).contains(answer.response.status) {
                    if token.isRenewal { await tokens.accepted(token) }
                    return ServerAPIAnswer(value: answer.body, environment: place)
                }
                let refusal = RefusedAnswer(status: answer.response.status, body: answer.body, hiding: token.text)
                switch state.refused(refusal) {
                case .send: continue
                case .renewToken: if await tokens.refused(token) { continue }
                case .fail: break
                }
                throw failure(request.call, refusal, answer.response, place)
            }
        }

        private func failure(
            _ call: ServerAPICall, _ refusal: RefusedAnswer, _ response: HTTPResponse, _ place: StoreEnvironment
        ) -> ServerAPIFailure {
            let now = clock.currentDate()
            guard refusal.kind == .rateLimited else { return ServerAPIFailure(call, refusal, wait: nil, now: now) }
            let moment = AppleRetryAfter.moment(response.header("Retry-After"), now: Timestamp(now))
            let wait = pacer.refused(call, isSandbox: place == .sandbox, until: moment)
            return ServerAPIFailure(call, refusal, wait: wait, now: now)
        }

        /// Sends one request, and takes its answer only from the server that was asked.
        private func send(
            _ request: CallRequest, to place: StoreEnvironment, _ token: BearerToken
        ) async throws -> HTTPAnswer {
            let wanted = try request.request(at: options.addresses.address(of: place), token: token.text)
            let answer: HTTPAnswer
            do {
                answer = try await transport.anyAnswer(
                    to: wanted, maximumBytes: options.maximumBytes, within: options.requestLimit, by: clock, until: end)
            } catch {
                throw sendingFailed(error, request.call, token)
            }
            let url = answer.response.url
            guard url.scheme == wanted.url.scheme, url.host == wanted.url.host, url.port == wanted.url.port else {
                throw ServerAPIFailure(
                    .unreadable, request.call, status: answer.response.status,
                    "Another server answered than the one that was asked. Check what stands between.")
            }
            if let announced = answer.response.header("Content-Length").flatMap({ Int($0) }),
                answer.response.header("Content-Encoding") == nil, answer.body.count < announced
            {
                throw ServerAPIFailure(
                    request.call, network: "The answer ends after \(answer.body.count) of \(announced) bytes.",
                    isUnsent: false)
            }
            return answer
        }

        private func sendingFailed(_ error: any Error, _ call: ServerAPICall, _ token: BearerToken) -> any Error {
            if error is CancellationError, Task.isCancelled || end.isClosed { return error }
            guard let failure = error as? HTTPFailure else {
                let words = RefusedAnswer.shown("\(error)", hiding: token.text)
                return ServerAPIFailure(call, network: "The request failed: \(words).", isUnsent: false)
            }
            let words = RefusedAnswer.shown(failure.message, hiding: token.text)
            guard failure.retryClass != .permanent else {
                return ServerAPIFailure(.unreadable, call, mayHaveBeenCarriedOut: call.effect != .reads, words)
            }
            return ServerAPIFailure(call, network: words, isUnsent: failure.isUnsent)
        }
    }
#endif
