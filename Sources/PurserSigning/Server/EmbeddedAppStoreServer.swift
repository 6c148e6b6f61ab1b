#if Verification
    import Crypto
    import Foundation
    import Purser
    public import PurserNetworking
    public import PurserServerAPI
    public import PurserSimulator

    /// A double of Apple's App Store Server API: it answers the 30 calls from embedded App Stores, without a network.
    ///
    /// Pass it to a `ServerAPIClient` as its transport. Each App Store is one customer. A call changes the customer's
    /// account, and the stores on the customer's devices get the change. App Stores of the environment `Production`
    /// belong to production, all others to the sandbox.
    ///
    /// Owns the records of the server and the numbers of the customers' transactions. Promises: a history is complete
    /// and in order, even if the account changes between its pages; all randomness comes from the plan's seed, and all
    /// times from the first App Store's clock. It starts no tasks. A signature has the date of the transaction's state,
    /// not the date of the call.
    public actor EmbeddedAppStoreServer: HTTPTransport {
        /// A key whose tokens the server accepts.
        public nonisolated let key: ServerAPIKey
        let authority: SigningAuthority
        let directory = ServerDirectory()
        nonisolated let clock: any StoreClock
        let options: EmbeddedAppStoreServerOptions
        var state: ServerState

        /// A server with its first customer.
        ///
        /// - Parameters:
        ///   - store: the customer's App Store; its settings name the app.
        ///   - authority: signs the answers and the notifications.
        ///   - options: rates, faults, addresses.
        /// - Throws: `BackendFailure` with `.systemError` if no key can be made.
        public init(
            store: EmbeddedAppStore, authority: SigningAuthority,
            options: EmbeddedAppStoreServerOptions = EmbeddedAppStoreServerOptions()
        ) async throws {
            key = try ServerAPIKey(
                id: "PURSERTEST", issuerID: "00000000-0000-4000-8000-000000000000",
                pem: P256.Signing.PrivateKey().pemRepresentation)
            self.authority = authority
            self.options = options
            clock = store.clock
            state = ServerState(
                bundleID: await store.settings.app.bundleID, rates: options.rates, faults: options.faults)
            state.bearer.accept(key)
            _ = try await directory.add(store)
        }

        /// Adds another customer.
        ///
        /// - Throws: `BackendFailure` with `.invalidRequest` if another customer's transactions have or will have the
        ///   same identifiers: set a `firstTransactionID` for each App Store, at least 1,000,000 apart.
        public func add(_ store: EmbeddedAppStore) async throws { _ = try await directory.add(store) }

        /// Also accepts the tokens of this key.
        public func accept(_ key: ServerAPIKey) { state.bearer.accept(key) }

        /// Rejects the tokens of a key from now on, as if the key was revoked in App Store Connect.
        public func reject(keyID: String) { state.bearer.reject(keyID: keyID) }

        /// Replaces the plan of faults.
        public func setFaults(_ plan: ServerFaultPlan) { state.faults = ServerFaultState(plan) }

        /// Sets whether the app was ever released; for an unreleased app, production answers 401 without a body.
        public func setReleased(_ isReleased: Bool) { state.isReleased = isReleased }

        /// The number of requests so far.
        public var requestCount: Int { state.requestCount }

        /// The number of requests that were rejected because they exceeded the rates.
        public var rejectedForRateCount: Int { state.rejectedForRateCount }

        /// The order number of a transaction, for `lookUpOrderId`.
        public nonisolated func orderID(ofTransaction id: String) -> String { ServerOrder.id(ofTransaction: id) }

        /// Answers a request like Apple's server.
        ///
        /// - Throws: the receiver's error; `CancellationError`; `HTTPFailure` if the plan breaks the connection.
        public nonisolated func send(_ request: HTTPRequest, to receiver: any HTTPReceiver) async throws {
            let exchange = await exchange(request)
            if let delay = exchange.delay { try await clock.sleep(for: delay) }
            try Task.checkCancellation()
            try exchange.hand(to: receiver, request.url)
        }

        private func exchange(_ request: HTTPRequest) async -> ServerExchange {
            let now = clock.timestamp()
            let sandbox = options.addresses.sandbox
            let isSandbox = request.url.host == sandbox.host && request.url.port == sandbox.port
            guard let call = ServerCall(request, isSandbox: isSandbox) else {
                return ServerExchange(reply: ServerReply(status: 404))
            }
            var exchange = ServerExchange()
            do throws(ServerRejection) {
                let authorization = request.headers.first { $0.key.lowercased() == "authorization" }?.value
                let admission = try state.admit(call, authorization, at: now, reading: clock.now())
                (exchange.fault, exchange.delay) = (admission.fault, admission.delay)
                if let fault = admission.fault, !fault.isCarriedOut { throw ServerState.rejection(fault, at: now) }
                await settleRefunds(at: now)
                exchange.reply = try await answer(call, at: now)
            } catch {
                exchange.reply = error.reply
            }
            return exchange
        }
    }

    /// A reply with its fault and its delay.
    struct ServerExchange: Sendable {
        var reply = ServerReply()
        var fault: ServerFaultState.Fault?
        var delay: Duration?

        /// Passes the reply to the receiver, with its fault if it has one.
        func hand(to receiver: any HTTPReceiver, _ url: URL) throws {
            var (body, headers) = (reply.body, reply.headers)
            switch fault {
            case .broken(let isUnsent):
                throw HTTPFailure(.connection, url, "The simulated server broke the connection.", isUnsent: isUnsent)
            case .html:
                (body, headers["Content-Type"]) = (Data("<html><body>Bad Gateway</body></html>".utf8), "text/html")
            case .halfJSON: body = Data(body.prefix(max(1, body.count / 2)))
            default: break
            }
            headers["Content-Length"] = "\(body.count)"
            try receiver.begins(HTTPResponse(status: reply.status, url: url, headers: headers))
            if fault == .cut { body = Data(body.prefix(body.count / 2)) }
            if !body.isEmpty { try receiver.receive(body) }
        }
    }
#endif
