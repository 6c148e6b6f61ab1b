#if Server
    import Hummingbird
    import HummingbirdCore
    import Logging
    import NIOCore
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
        ///   - onListening: called with the port once it answers.
        /// - Throws: ``PurserServer/BookFailure`` where waiting for the database does not help, and what the listener throws.
        package func run(endsBySignal: Bool = true, onListening: @escaping @Sendable (Int) -> Void = { _ in })
            async throws
        {
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
            services.append(application(served, metrics, logger, onListening))
            var group = ServiceGroupConfiguration(
                services: services, gracefulShutdownSignals: endsBySignal ? [.sigterm, .sigint] : [], logger: logger)
            group.maximumGracefulShutdownDuration = Self.endLimit
            do { try await ServiceGroup(configuration: group).run() } catch let error as IOError {
                throw ListenFailure(host, port, code: error.errnoCode)
            } catch let error as SocketAddressError.UnknownHost {
                throw ListenFailure(error.host, error.port, "There is no such host")
            }
            // Its last lines come before the end's.
            served.close()
            logger.notice("The server has ended.")
        }

        private func application(
            _ served: ServedBook, _ metrics: PrometheusMetrics, _ logger: Logger,
            _ onListening: @escaping @Sendable (Int) -> Void
        ) -> some Service {
            Application(
                responder: BookResponder(
                    served: served, token: token, metrics: metrics, limits: limits,
                    running: RequestCount(limit: limits.count)),
                server: .http1(configuration: .init(idleTimeout: .seconds(60))),
                configuration: .init(
                    address: .hostname(host, port: port),
                    availableConnectionsDelegate: MaximumAvailableConnections(limits.connections)),
                onServerRunning: { channel in
                    let port = channel.localAddress?.port ?? 0
                    logger.notice("The server listens.", metadata: ["port": "\(port)"])
                    onListening(port)
                },
                logger: logger)
        }
    }
#endif
