#if Verification
    package import Foundation
    public import Purser
    import PurserFormats
    public import PurserNetworking
    import PurserVerification

    /// Calls Apple's App Store Server API for one app, with a method for each of its 30 calls.
    ///
    /// Share one client in the whole server: it applies Apple's rates to all callers together, and signs one token for
    /// many calls. It repeats temporarily failed calls according to its retry policy. Each call ends at most one
    /// request limit after the policy's time (at most ten minutes), and immediately when its task is cancelled or the
    /// client is closed. Signed parts of answers and pages are text; `verified(by:)` checks them with a
    /// `SignedDataVerifier` and returns verified values.
    public final class ServerAPIClient: Sendable, CustomStringConvertible, CustomReflectable {
        /// The app's bundle identifier.
        public let bundleID: String
        /// The environment that is called.
        public let environment: ServerAPIEnvironment
        let exchange: ServerAPIExchange
        private let maximumBytes: Int

        /// A client for one app.
        ///
        /// - Parameters:
        ///   - key: the key from App Store Connect that signs the tokens.
        ///   - bundleID: the app's bundle identifier.
        ///   - environment: the environment that is called.
        ///   - transport: sends the requests. It must return when its task is cancelled.
        ///   - clock: measures limits and waits.
        ///   - retries: how failed calls are repeated. A policy without a time limit ends after ten minutes.
        ///   - options: rates, limits, addresses, and a stand-by key.
        public init(
            key: ServerAPIKey, bundleID: String, environment: ServerAPIEnvironment = .productionThenSandbox,
            transport: any HTTPTransport = URLSessionTransport.shared, clock: any StoreClock = SystemClock(),
            retries: RetryPolicy = .default, options: ServerAPIOptions = ServerAPIOptions()
        ) {
            self.bundleID = bundleID
            self.environment = environment
            maximumBytes = options.maximumBytes
            exchange = ServerAPIExchange(
                tokens: BearerTokens(key, standBy: options.standByKey, bundleID: bundleID), environment: environment,
                transport: transport, clock: clock, retries: retries, options: options)
        }

        /// Ends all calls, now and later, with ``ServerAPIFailure/Code/closed``.
        public func close() { exchange.close() }

        /// Replaces the key that signs tokens; running calls finish with their current token.
        public func replaceKey(_ key: ServerAPIKey) async { await exchange.tokens.replaceFirst(key) }

        /// Sets the stand-by key, which signs if Apple rejects the first key; `nil` removes it.
        public func replaceStandByKey(_ key: ServerAPIKey?) async { await exchange.tokens.replaceStandBy(key) }

        /// The number of tokens signed so far.
        package var signedTokenCount: UInt64 { get async { await exchange.tokens.signedCount } }

        /// The app's bundle identifier.
        public var description: String { "ServerAPIClient of \(bundleID)" }

        /// The app's bundle identifier and nothing else: no key and no token.
        public var customMirror: Mirror { Mirror(self, children: ["bundleID": bundleID]) }

        /// Makes a call whose answer is an object.
        func answer<Answer: AnswerObject>(
            to request: CallRequest, in environment: ServerAPIEnvironment? = nil, as type: Answer.Type = Answer.self
        ) async throws -> ServerAPIAnswer<Answer> {
            let body = try await exchange.perform(request, in: environment)
            let fields = AnswerFields(members: try members(of: body.value, request.call))
            if let fault = fields.fault(by: Answer.known) {
                throw unreadable(
                    request.call,
                    "The member \(fault) of the answer has a type that this version does not support. Report this, or "
                        + "update Purser."
                )
            }
            if let missing = Answer.required.first(where: { (fields.members[$0] ?? .null) == .null }) {
                throw unreadable(
                    request.call, "The answer has no member \(missing). Check the proxies in between, or report this.")
            }
            return ServerAPIAnswer(value: Answer(fields: fields), environment: body.environment)
        }

        /// Makes any call, for a tool, and returns the body of its answer.
        ///
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        package func answer(
            to call: ServerAPICall, _ values: [String], query: [(String, String)], body: Data?
        ) async throws -> ServerAPIAnswer<Data> {
            try await exchange.perform(
                CallRequest(
                    call, call.path, values, query, body,
                    contentType: call == .uploadImage ? "image/png" : "application/json"))
        }

        /// Makes a call whose answer has no content; returns the environment in which it was carried out.
        func carryOut(_ request: CallRequest) async throws -> StoreEnvironment {
            let answer = try await exchange.perform(request)
            // A proxy's page with status 200 is not a success.
            if !answer.value.isEmpty { _ = try members(of: answer.value, request.call) }
            return answer.environment
        }

        private func members(of body: Data, _ call: ServerAPICall) throws(ServerAPIFailure) -> [String: JSONValue] {
            do {
                return try SignedJSONReader.object(Array(body), maximumBytes: maximumBytes)
            } catch {
                throw unreadable(
                    call,
                    "The answer is not a JSON object: \(error.message), at byte \(error.offset). "
                        + "Check the proxies in between, or report this.")
            }
        }

        private func unreadable(_ call: ServerAPICall, _ words: String) -> ServerAPIFailure {
            ServerAPIFailure(.unreadable, call, mayHaveBeenCarriedOut: call.effect != .reads, words)
        }
    }
#endif
