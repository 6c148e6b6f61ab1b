#if canImport(StoreKit)
    public import Purser
    import StoreKit

    // Finishing: in the state that is on record, and with a limit.
    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
    extension StoreKit2Backend {
        /// Finishes transactions in their recorded states; one of which StoreKit has reported more since stays unfinished.
        ///
        /// - Returns: an error for each transaction whose finish timed out; StoreKit may still finish it.
        public func finish(_ requests: [FinishRequest]) async -> [String: BackendError] {
            if requests.contains(where: { handles[$0.transactionID] == nil }) {
                // Of an earlier launch; what is not listed either was finished before.
                for told in await unfinished() { state.wasListed(told) }
            }
            var flights: [(id: String, flight: EventCount)] = []
            for request in requests where state.mayFinish(request) {
                if let flight = finishing(request) { flights.append((request.transactionID, flight)) }
            }
            let end = clock.now() + finishLimit
            var errors: [String: BackendError] = [:]
            for (id, flight) in flights where await !isOver(flight, by: end) {
                errors[id] = overdue(id)
                // The next request calls StoreKit anew: this call's answer may be lost.
                if finishing[id] === flight { finishing[id] = nil }
            }
            return errors
        }

        /// The finish of a transaction that is under way; `nil` when there is nothing to finish.
        private func finishing(_ request: FinishRequest) -> EventCount? {
            let id = request.transactionID
            if let flight = finishing[id] { return flight }
            guard let transaction = handles[id] else { return nil }
            let flight = EventCount()
            finishing[id] = flight
            // Outside the task tree: StoreKit's finish may never return.
            _ = RootTask.start { [self] in
                await transaction.finish()
                await wasFinished(request, flight)
            }
            return flight
        }

        /// Finishes what was finished before; nobody waits for it.
        func finishAgain(_ request: FinishRequest) { _ = finishing(request) }

        private func wasFinished(_ request: FinishRequest, _ flight: EventCount) {
            let id = request.transactionID
            if finishing[id] === flight { finishing[id] = nil }
            // A late one counts as well.
            state.wasFinished(request)
            if state.unfinished[id] == nil { handles[id] = nil }
            flight.close()
        }

        private nonisolated func isOver(_ flight: EventCount, by end: Duration) async -> Bool {
            if flight.isClosed { return true }
            await withTaskGroup(of: Void.self) { [clock] group in
                group.addTask { try? await flight.wait(after: 0) }
                group.addTask { try? await clock.sleep(until: end) }
                await group.next()
                group.cancelAll()
            }
            return flight.isClosed
        }

        private func overdue(_ id: String) -> BackendError {
            BackendError(
                .limitExceeded,
                "StoreKit's finish() of transaction \(id) has not returned within \(finishLimit). It is asked again later.",
                retry: .retryable())
        }
    }
#endif
