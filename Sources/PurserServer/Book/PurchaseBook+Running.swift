#if Server
    import Purser
    public import ServiceLifecycle

    extension PurchaseBook: Service {
        /// Passes hints between processes, so that consumers wake sooner than at their next look; ends with the service group, with
        /// the task, or with ``close()``.
        ///
        /// Everything else works without it.
        public func run() async throws {
            let hints = try Connection(configuration.database, label: "purser hints") { [followers] in
                followers.noteHint()
            }
            defer { hints.close() }
            await cancelWhenGracefulShutdown {
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { await self.listen(on: hints) }
                    group.addTask { await self.notify() }
                    group.addTask { await self.watch() }
                    await group.next()
                    group.cancelAll()
                    // A server that does not answer is not waited for.
                    hints.close()
                }
            }
        }

        private var channel: String { "purser_\(realm.number)" }

        /// Listens, and listens again now and then: the connection may have ended.
        private func listen(on hints: Connection) async {
            while !Task.isCancelled, !followers.due.isClosed {
                do throws(BookFailure) {
                    _ = try await hints.run(SQLStatement("listen \(channel)"), until: .now + configuration.callLimit)
                } catch { metrics.count(error) }
                try? await configuration.clock.sleep(for: .seconds(5))
            }
        }

        /// Notifies other processes, at most ten times a second, and never in the transaction that records.
        private func notify() async {
            var seen = followers.recorded.count
            while !Task.isCancelled {
                do { try await followers.recorded.wait(after: seen) } catch { return }
                seen = followers.recorded.count
                _ = try? await pool.run(SQLStatement("select pg_notify($1, '')", [.text(channel)]))
                try? await configuration.clock.sleep(for: .milliseconds(100))
            }
        }
    }
#endif
