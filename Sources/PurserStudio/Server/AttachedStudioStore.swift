#if Studio
    import Purser
    package import PurserFormats
    import PurserSimulator

    /// The App Store of a running app, which listens on a socket.
    ///
    /// When the app ends, Studio keeps running, and connects again as soon as an app listens there.
    package actor AttachedStudioStore: StudioStore {
        package nonisolated let title: String
        package nonisolated var isAttached: Bool { true }
        private let path: String
        private var link: Link?
        /// The number of the last update that was reported.
        private var lastUpdate: UInt64 = 0

        /// Two connections: the connection for events answers no requests.
        private struct Link: Sendable {
            let requests: SteeringConnection
            let events: SteeringConnection
            let worker = BlockingWorker(label: "purser.studio.requests")
            let watcher = BlockingWorker(label: "purser.studio.events")
        }

        /// The pause before Studio tries to connect again.
        private static let pause = Duration.milliseconds(300)

        /// Makes the App Store that listens at a path.
        package init(path: String) {
            self.path = path
            title = path
        }

        package func request(_ command: String, _ members: [String: JSONValue]) async throws -> JSONValue {
            guard let link else {
                throw BackendFailure(
                    .networkError,
                    "The app has ended. Start it again: Studio connects as soon as it listens at \(path).")
            }
            return try await link.worker.run { try link.requests.request(command, members) }
        }

        package func watch(_ take: @escaping @Sendable (StudioReport) async -> Void) async throws {
            link = try await connect()
            while true {
                if let link { await follow(link, take) }
                link = nil
                await take(.lost)
                repeat {
                    try await Task.sleep(for: Self.pause)
                    link = try? await connect()
                } while link == nil
            }
        }

        private func connect() async throws -> Link {
            try await BlockingWorker(label: "purser.studio.connect").run { [path] in
                let link = Link(requests: try SteeringConnection(to: path), events: try SteeringConnection(to: path))
                _ = try link.events.request("watch")
                return link
            }
        }

        /// Reports events until the connection ends.
        private func follow(_ link: Link, _ take: @escaping @Sendable (StudioReport) async -> Void) async {
            let hasStore = (try? await updates(after: 0, limit: 1)) != nil
            await take(.connected(hasStore: hasStore))
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    await withTaskCancellationHandler {
                        while let event = try? await link.watcher.run({ try link.events.nextEvent() }) {
                            await take(.event(event))
                        }
                    } onCancel: {
                        link.events.end()
                        link.requests.end()
                    }
                }
                if hasStore { group.addTask { await self.followUpdates(take) } }
                await group.next()
                group.cancelAll()
            }
        }

        /// Reports the updates of the app's store by polling, because no event announces them.
        private func followUpdates(_ take: @escaping @Sendable (StudioReport) async -> Void) async {
            // An app with another ledger numbers its updates from the beginning.
            if lastUpdate > 0, (try? await updates(after: lastUpdate - 1, limit: 1))?.isEmpty == true { lastUpdate = 0 }
            while !Task.isCancelled {
                for update in (try? await updates(after: lastUpdate, limit: 1_000)) ?? [] {
                    await take(.update(update))
                    lastUpdate = update.number
                }
                try? await Task.sleep(for: Self.pause)
            }
        }

        private func updates(after number: UInt64, limit: Int) async throws -> [StudioUpdate] {
            let answer = try await request("updates", ["after": .integer(number), "limit": .integer(limit)])
            return answer.list("updates").compactMap { StudioUpdate($0) }
        }
    }
#endif
