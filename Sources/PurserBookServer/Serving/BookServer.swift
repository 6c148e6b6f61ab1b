#if Server
    import Logging
    import Purser
    package import PurserServer
    import ServiceLifecycle
    import UnixSignals

    /// A server for a purchase book: both routes in, what users own, metrics, and webhooks.
    package struct BookServer: Sendable {
        /// What it works with; its metrics are the server's own.
        package var configuration: PurchaseBook.Configuration
        /// Where it listens; port 0 is a free one.
        package var (host, port) = ("127.0.0.1", 8_080)
        /// Where it listens besides for the operator; `nil` where it does not, and port 0 is a free one.
        ///
        /// This port has connections of its own: it answers also while callers have all of theirs.
        package var operatorPort: Int?
        /// The operator's token; without one there are no routes for the operator.
        package var token: OperatorToken?
        /// The consumers that are other servers.
        package var webhooks: [Webhook] = []
        /// What Apple has sent, to catch up from every hour; `nil` where the process does not.
        package var history: (any StoreHistory)?
        /// How posts to webhooks are repeated: for about eight hours, with pauses of at most ten minutes.
        package var options = Self.options
        /// What a request may take.
        package var limits = RequestLimits()

        /// How many connections the operator may have.
        private static let operatorConnections = 64
        /// For how long requests and posts that run may go on after the signal to end.
        private static let endLimit = Duration.seconds(30)

        private static var options: FollowOptions {
            var options = FollowOptions()
            (options.attempts, options.longestPause) = (100, .seconds(600))
            return options
        }

        /// A server that does not run yet.
        package init(_ configuration: PurchaseBook.Configuration) { self.configuration = configuration }

        /// Serves until the process gets SIGTERM or SIGINT; then requests that run are answered, and the users of webhooks given back.
        ///
        /// - Parameters:
        ///   - endsBySignal: whether it ends by these signals; a test cancels its task instead.
        ///   - onListening: called with the port once it answers callers.
        ///   - onOperator: called with the operator's port once it answers there.
        /// - Throws: ``PurserServer/BookFailure`` where waiting for the database does not help, and what the listener throws.
        package func run(
            endsBySignal: Bool = true, onListening: @escaping @Sendable (Int) -> Void = { _ in },
            onOperator: @escaping @Sendable (Int) -> Void = { _ in }
        ) async throws {
            var configuration = configuration
            let metrics = PrometheusMetrics()
            configuration.metrics = metrics
            let logger = configuration.logger
            let served = ServedBook(configuration, consumers: webhooks.map(\.name))
            defer { served.close() }
            // The last one ends first: no more requests, then no more posts, then no more hints.
            var services: [any Service] = [served]
            let log = DampedLog(configuration)
            for webhook in webhooks {
                services.append(
                    WebhookConsumer(webhook: webhook, served: served, options: options, log: log))
            }
            if let history { services.append(CatchingUp(served: served, history: history)) }
            let responder = BookResponder(
                served: served, token: token, metrics: metrics, limits: limits,
                running: RequestCount(limit: limits.count))
            if let operatorPort {
                services.append(
                    PortListener(
                        host: host, port: operatorPort, isOperators: true, connections: Self.operatorConnections,
                        responder: responder, logger: logger, onListening: onOperator))
            }
            services.append(
                PortListener(
                    host: host, port: port, isOperators: false, connections: limits.connections, responder: responder,
                    logger: logger, onListening: onListening))
            var group = ServiceGroupConfiguration(
                services: services, gracefulShutdownSignals: endsBySignal ? [.sigterm, .sigint] : [], logger: logger)
            group.maximumGracefulShutdownDuration = Self.endLimit
            try await ServiceGroup(configuration: group).run()
            // Its last lines come before the end's.
            served.close()
            logger.notice("The server has ended.")
        }
    }
#endif
