#if Server
    import Logging
    import Purser

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// What an operator sees of a book: its metrics, outages of the database, and warnings without their repetitions.
    final class BookWatch: Sendable {
        private struct State: Sendable {
            var isOpen = false
            var outage = OutageState()
        }

        /// What is counted.
        let metrics: BookMetrics
        /// Messages, without their repetitions.
        let log: DampedLog
        private let state = Lock(State())

        /// For the book of a configuration.
        init(_ configuration: PurchaseBook.Configuration) {
            metrics = BookMetrics(configuration)
            log = DampedLog(configuration)
        }

        /// The book is open.
        ///
        /// Outages are noted from now on: before, the call that opens it throws the failure, and is made again and again.
        func begin() { state.withLock { $0.isOpen = true } }

        /// Something happened at a connection.
        func note(_ event: ConnectionEvent) {
            switch event {
            case .connected(let failure): metrics.countConnection(failure)
            case .ended(let statement, let time, let failure):
                metrics.note(call: statement.subject, time, failure)
                switch state.withLock({ $0.isOpen ? $0.outage.note(failure, at: .now) : nil }) {
                case .begins: log.note(.warning, "The database does not answer.", failure)
                case .ends(let length):
                    log.note(.notice, "The database answers again.", metadata: ["outageSeconds": "\(length.seconds)"])
                case nil: break
                }
            }
        }

        /// A call of the book has failed: counts it, and logs what that means.
        func noteFailed(_ failure: BookFailure, _ message: String, consumer: String? = nil) {
            metrics.count(failure)
            log.note(.warning, message, failure, consumer: consumer)
        }

        /// Records since when updates may be missing, and says what to do.
        func noteDoubt(since date: Date?) {
            metrics.noteDoubt(since: date?.timeIntervalSince1970 ?? 0)
            guard date != nil else { return }
            log.note(
                .error,
                "The database was restored, or a copy of it has taken over: updates may be missing. Run purser book restored."
            )
        }

        /// Records what lasts, and how many warnings were left out whose interval is over.
        func noteState(of pool: ConnectionPool, _ queue: ReceiveQueue) {
            metrics.noteConnections(busy: pool.busyCount, waiting: pool.waitingCount + queue.waitingCount)
            metrics.noteOutage(state.withLock { $0.outage.length(at: .now) })
            log.noteLeftOut()
        }
    }
#endif
