#if Server
    import Hummingbird
    import HummingbirdCore
    import Logging
    import NIOCore
    import ServiceLifecycle

    /// Answers requests at one port, over so many connections at a time; more wait.
    struct PortListener: Service {
        let host: String
        let port: Int
        /// Whether the port is for the operator.
        let isOperators: Bool
        let connections: Int
        let responder: BookResponder
        let logger: Logger
        /// Called with the port once it answers.
        let onListening: @Sendable (Int) -> Void

        func run() async throws {
            let application = Application(
                responder: responder, server: .http1(configuration: .init(idleTimeout: .seconds(60))),
                configuration: .init(
                    address: .hostname(host, port: port),
                    availableConnectionsDelegate: MaximumAvailableConnections(connections)),
                onServerRunning: { channel in
                    let port = channel.localAddress?.port ?? 0
                    logger.notice(
                        "The server listens.", metadata: [isOperators ? "operatorPort" : "port": "\(port)"])
                    onListening(port)
                },
                logger: logger)
            do { try await application.run() } catch let error as IOError {
                throw ListenFailure(host, port, code: error.errnoCode)
            } catch let error as SocketAddressError.UnknownHost {
                throw ListenFailure(error.host, error.port, "There is no such host")
            }
        }
    }
#endif
