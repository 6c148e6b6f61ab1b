#if Studio
    import Hummingbird
    import Logging
    import NIOCore
    import Purser
    import UnixSignals

    #if canImport(Darwin)
        import Darwin
    #elseif canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// Serves Studio's page on the loopback.
    package struct StudioServer: Sendable {
        private let store: any StudioStore
        private let port: Int?
        private let file: String?

        /// Makes a server that does not run yet.
        ///
        /// - Parameters:
        ///   - store: the App Store to show.
        ///   - port: the port; `nil` for the port of an earlier run, or one of the system's choice.
        ///   - file: the file that stores port and token, so that an open page finds the next run; `nil` stores
        ///     nothing.
        package init(_ store: any StudioStore, port: Int?, keptIn file: String?) {
            (self.store, self.port, self.file) = (store, port, file)
        }

        /// Serves until the program gets SIGINT or SIGTERM, or the task is cancelled.
        ///
        /// - Parameter onListening: called once with the address to open.
        /// - Throws: ``StudioFailure`` if the port is in use, or an error if the App Store is not available.
        package func run(onListening: @escaping @Sendable (String) -> Void) async throws {
            let kept = file.flatMap { FileManager.default.contents(atPath: $0) }.flatMap { StudioAddress(kept: $0) }
            var address = kept ?? StudioAddress()
            if let port { address.port = port }
            do {
                try await serve(address, onListening)
            } catch let error as IOError where error.errnoCode == EADDRINUSE {
                // If the port of an earlier run is in use, another port is chosen.
                guard port == nil, address.port != 0 else {
                    throw StudioFailure(
                        "Port \(address.port) is in use. Choose another with --port, or omit the option.")
                }
                address.port = 0
                try await serve(address, onListening)
            }
        }

        private func serve(_ address: StudioAddress, _ onListening: @escaping @Sendable (String) -> Void) async throws {
            let studio = StudioSession(store, run: "\(address.run)x\(UInt32.random(in: 0...UInt32.max))")
            var logger = Logger(label: "purser.studio")
            logger.logLevel = .critical
            let application = Application(
                responder: StudioResponder(studio: studio, token: address.token),
                configuration: .init(address: .hostname("127.0.0.1", port: address.port)),
                onServerRunning: { channel in
                    var address = address
                    address.port = channel.localAddress?.port ?? address.port
                    keep(address)
                    onListening(address.url)
                },
                logger: logger)
            let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await studio.run() }
                group.addTask { try await application.run() }
                group.addTask { for await _ in signals { return } }
                // Cancel instead of a graceful shutdown: an open stream would keep the server running.
                defer { group.cancelAll() }
                try await group.next()
            }
        }

        /// Stores an address readable only by this user; if that fails, open pages do not find the next run.
        private func keep(_ address: StudioAddress) {
            guard let file else { return }
            let draft = file + ".new"
            try? FileManager.default.removeItem(atPath: draft)
            guard
                FileManager.default.createFile(
                    atPath: draft, contents: address.kept, attributes: [.posixPermissions: 0o600])
            else { return }
            rename(draft, file)
        }
    }
#endif
