#if Server
    import PurserServer
    import ServiceLifecycle

    /// Records again and again what Apple has sent since the last time, in one process at a time.
    struct CatchingUp: Service {
        let served: ServedBook
        let history: any StoreHistory
        /// The time between two calls.
        private static let interval = Duration.seconds(3_600)

        func run() async throws {
            guard let book = await served.opened() else { return }
            try await cancelWhenGracefulShutdown { try await book.catchUp(from: history, every: Self.interval) }
        }
    }
#endif
