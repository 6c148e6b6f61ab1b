#if Server
    import Metrics
    import Purser

    /// What is counted of a book, by names that the guide lists.
    ///
    /// No name and no label holds a user.
    struct BookMetrics: Sendable {
        private let labels: [(String, String)]
        private let factory: any MetricsFactory

        /// Metrics of the book of an app and an environment.
        init(_ configuration: PurchaseBook.Configuration) {
            labels = [("bundle", configuration.bundleID), ("environment", configuration.environment.rawValue)]
            factory = configuration.metrics
        }

        /// `purser_book_answers`, by answer.
        func count(_ answer: BookAnswer) {
            increment("purser_book_answers", labels + [("answer", answer.name)])
        }

        /// `purser_book_failures`, by code.
        func count(_ failure: BookFailure) {
            increment("purser_book_failures", labels + [("code", failure.code.rawValue)])
        }

        /// `purser_book_lost_comparisons`: decisions that were made by what was no longer so.
        func noteLost(_ count: UInt64) {
            record(Double(count), "purser_book_lost_comparisons", labels)
        }

        /// `purser_book_delivered_updates`, by consumer.
        func countDelivered(to consumer: String) {
            increment("purser_book_delivered_updates", labels + [("consumer", consumer)])
        }

        /// `purser_book_failed_updates`, by consumer.
        func countFailed(of consumer: String) {
            increment("purser_book_failed_updates", labels + [("consumer", consumer)])
        }

        /// `purser_book_due_users`, `purser_book_oldest_wait_seconds`, `purser_book_dead_letters` and `purser_book_held_updates`, by
        /// consumer.
        func note(_ status: ConsumerStatus) {
            let labels = labels + [("consumer", status.consumer)]
            for (name, value) in Self.values(status) { record(value, name, labels) }
        }

        /// The consumer was removed: its latest values are no longer so.
        func noteRemoved(_ status: ConsumerStatus) {
            let labels = labels + [("consumer", status.consumer)]
            for (name, _) in Self.values(status) {
                Recorder(label: name, dimensions: labels, aggregate: false, factory: factory).destroy()
            }
        }

        private static func values(_ status: ConsumerStatus) -> [(String, Double)] {
            [
                ("purser_book_due_users", Double(status.dueUsers)),
                ("purser_book_oldest_wait_seconds", status.oldestWait),
                ("purser_book_dead_letters", Double(status.deadLetters)),
                ("purser_book_held_updates", Double(status.heldUpdates)),
            ]
        }

        /// `purser_book_caught_up_seconds`: up to when the book has caught up, in seconds since 1970.
        func noteCaughtUp(_ seconds: Double) {
            record(seconds, "purser_book_caught_up_seconds", labels)
        }

        /// `purser_book_doubted_seconds`: since when updates may be missing, in seconds since 1970; 0 where none are.
        func noteDoubt(since seconds: Double) {
            record(seconds, "purser_book_doubted_seconds", labels)
        }

        /// `purser_book_waited_seconds`: how long a user was on a consumer's list before a worker took it.
        func noteWaited(_ seconds: Double, consumer: String) {
            Recorder(
                label: "purser_book_waited_seconds", dimensions: labels + [("consumer", consumer)], aggregate: true,
                factory: factory
            )
            .record(seconds)
        }

        /// `purser_book_call_seconds`, by call and result: how long the database took.
        func note(call: String, _ time: Duration, _ failure: BookFailure?) {
            Recorder(
                label: "purser_book_call_seconds",
                dimensions: labels + [("call", call), ("result", failure?.code.rawValue ?? "answered")],
                aggregate: true, factory: factory
            )
            .record(time.seconds)
        }

        /// `purser_book_connections`, by result: each connection that was made, or could not be made.
        func countConnection(_ failure: BookFailure?) {
            increment("purser_book_connections", labels + [("result", failure?.code.rawValue ?? "made")])
        }

        /// `purser_book_busy_connections` and `purser_book_waiting_calls`.
        func noteConnections(busy: Int, waiting: Int) {
            record(Double(busy), "purser_book_busy_connections", labels)
            record(Double(waiting), "purser_book_waiting_calls", labels)
        }

        /// `purser_book_outage_seconds`: for how long the database has not answered.
        func noteOutage(_ length: Duration) {
            record(length.seconds, "purser_book_outage_seconds", labels)
        }

        private func increment(_ name: String, _ labels: [(String, String)]) {
            Counter(label: name, dimensions: labels, factory: factory).increment()
        }

        private func record(_ value: Double, _ name: String, _ labels: [(String, String)]) {
            Recorder(label: name, dimensions: labels, aggregate: false, factory: factory).record(value)
        }
    }

    extension BookAnswer {
        fileprivate var name: String {
            switch self {
            case .recorded: "recorded"
            case .known: "known"
            case .undecided: "undecided"
            case .rejected(let rejection): "rejected_\(rejection.reason)"
            }
        }
    }
#endif
