#if canImport(Network)
    import Dispatch
    // SDKs differ in whether `NWPathMonitor` is Sendable. Here it is set up once and cancelled once, in that order.
    @preconcurrency import Network

    /// The device's network, as Apple's path monitor reports it.
    ///
    /// It counts as online until the monitor reports otherwise.
    public final class NetworkConnectivity: Connectivity {
        private let state = ManualConnectivity(isOnline: true)
        private let monitor = NWPathMonitor()

        /// Starts the monitor, which ends with this object.
        public init() {
            // Captures only the state: capturing `self` would keep both alive forever.
            monitor.pathUpdateHandler = { [state] path in state.setOnline(path.status == .satisfied) }
            monitor.start(queue: DispatchQueue(label: "purser.connectivity"))
        }

        deinit {
            monitor.cancel()
        }

        /// Whether the current path is satisfied.
        public var isOnline: Bool { state.isOnline }

        /// The current state, followed by its changes; ends when the reading task is cancelled.
        public func changes() -> AsyncStream<Bool> { state.changes() }
    }
#endif
