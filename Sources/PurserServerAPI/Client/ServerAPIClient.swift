#if Verification
    package import Foundation
    public import Purser
    public import PurserNetworking
    import PurserVerification

    /// Calls Apple's App Store Server API for one app: a method for each of its 30 calls.
    ///
    /// All callers of a server share one client: it keeps to Apple's rates for all of them together, and signs one token for many
    /// calls. A call that fails for a while is tried again by the policy; each ends in the policy's time (at most ten minutes)
    /// and the limit of one request, with its task, or when the client is closed. What Apple signs is text in the answers
    /// and pages; `verified(by:)` of these returns what a `SignedDataVerifier` has verified.
    public final class ServerAPIClient: Sendable, CustomStringConvertible {
        /// The app.
        public let bundleID: String
        /// Which environment is asked.
        public let environment: ServerAPIEnvironment
        let exchange: ServerAPIExchange
        private let maximumBytes: Int

        /// A client.
        ///
        /// - Parameters:
        ///   - key: the key of App Store Connect that signs the tokens.
        ///   - bundleID: the app.
        ///   - environment: which environment is asked.
        ///   - transport: what speaks to the server. It must end when its task is cancelled.
        ///   - clock: what limits and waits are measured by.
        ///   - retries: when a call that failed is made again; one without an end ends after ten minutes.
        ///   - options: rates, limits, addresses, and a key that stands by.
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

        /// Ends all calls, now and later, with ``ServerAPIFailure/Kind/closed``.
        public func close() { exchange.close() }

        /// Signs tokens by another key from now on; calls under way go on with what they have.
        public func replaceKey(_ key: ServerAPIKey) async { await exchange.tokens.replaceFirst(key) }

        /// Has another key stand by for the case that the first one is refused; `nil` for none.
        public func replaceStandByKey(_ key: ServerAPIKey?) async { await exchange.tokens.replaceStandBy(key) }

        /// How many tokens were signed so far.
        public var signedTokenCount: UInt64 { get async { await exchange.tokens.signedCount } }

        /// The app.
        public var description: String { "ServerAPIClient of \(bundleID)" }

        /// Makes a call whose answer is an object.
        func answer<Answer: AnswerObject>(
            to request: CallRequest, in environment: ServerAPIEnvironment? = nil, as type: Answer.Type = Answer.self
        ) async throws -> ServerAPIAnswer<Answer> {
            let call = request.call
            let body = try await exchange.perform(request, in: environment)
            let members: [String: JSONValue]
            do {
                members = try SignedJSONReader.object(Array(body.value), maximumBytes: maximumBytes)
            } catch {
                throw ServerAPIFailure(
                    .unreadable, call, mayHaveBeenCarriedOut: call.effect != .reads,
                    "The answer is no JSON object: \(error.message), at byte \(error.offset). Check what stands between, or report this."
                )
            }
            let fields = AnswerFields(members: members)
            if let fault = fields.fault(by: Answer.known) {
                throw ServerAPIFailure(
                    .unreadable, call, mayHaveBeenCarriedOut: call.effect != .reads,
                    "The member \(fault) of the answer has another type than this version knows. Report this, or update Purser."
                )
            }
            return ServerAPIAnswer(value: Answer(fields: fields), environment: body.environment)
        }

        /// Makes any call, for a tool: what is answered is handed on as it came.
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

        /// Makes a call whose answer says nothing; returns where it was carried out.
        func carryOut(_ request: CallRequest) async throws -> StoreEnvironment {
            try await exchange.perform(request).environment
        }
    }
#endif
