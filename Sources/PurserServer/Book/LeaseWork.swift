#if Server
    import Logging
    import Purser

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// What a consumer does with one user: gives the handler what is due in order, acknowledges it, and gives the user back.
    struct LeaseWork: Sendable {
        /// What is called for a user who is due.
        enum Handler: Sendable {
            /// The handler gets the updates.
            case updates(@Sendable (BookUpdate) async throws -> Void)
            /// The handler does what is due by time, and returns when it is due again.
            case jobs(@Sendable (DueList.Lease) async throws -> Date?)
        }

        let list: DueList
        let options: FollowOptions
        private let handler: Handler
        private let users: UserRecords
        private let watch: BookWatch
        /// Nothing is taken and no handler is called while it lasts.
        let pause = SharedPause()
        private var metrics: BookMetrics { watch.metrics }
        private var consumer: String { list.consumer }

        init(_ book: PurchaseBook, _ list: DueList, _ options: FollowOptions, _ handler: Handler) {
            (self.list, self.options, self.handler) = (list, options, handler)
            (users, watch) = (book.users, book.watch)
        }

        /// Deals with one user, until the lease ends.
        func perform(_ lease: DueList.Lease, until end: ContinuousClock.Instant) async {
            metrics.noteWaited(lease.waited, consumer: consumer)
            do throws(BookFailure) {
                switch handler {
                case .updates(let handler): try await deliverUpdates(of: lease, until: end, to: handler)
                case .jobs(let handler): try await perform(lease, handler)
                }
            } catch {
                // The lease ends by itself, and the user is taken again.
                noteFailed(error)
            }
        }

        /// A call of the database has failed; the work goes on.
        func noteFailed(_ failure: BookFailure) {
            guard failure.code != .closed else { return }
            watch.noteFailed(failure, "A consumer could not go on for now.", consumer: consumer)
        }

        /// Says so where the consumer was removed: nothing puts users on its list any more.
        func checkConsumer() async {
            guard (try? await list.isThere()) == false else { return }
            watch.log.note(
                .error, "The consumer was removed: it gets nothing more until its process starts again.",
                consumer: consumer)
        }

        private func perform(_ lease: DueList.Lease, _ handler: @Sendable (DueList.Lease) async throws -> Date?)
            async throws(BookFailure)
        {
            let next: Date?
            do { next = try await handler(lease) } catch { return try await failed(lease, error) }
            metrics.countDelivered(to: consumer)
            guard let next else {
                _ = try await list.acknowledge(lease, seen: lease.wanted, for: options.lease)
                return
            }
            var lease = lease
            lease.failures = 0
            try await list.giveBack(lease, until: next)
        }

        private func deliverUpdates(
            of lease: DueList.Lease, until end: ContinuousClock.Instant,
            to handler: @Sendable (BookUpdate) async throws -> Void
        ) async throws(BookFailure) {
            guard let user = lease.holder.user else {
                return try await list.giveBack(lease, pause: nil, reason: "no user")
            }
            var (lease, end) = (lease, end)
            while true {
                let updates: [StoreUpdate]
                do throws(BookFailure) {
                    updates = try await users.updates(of: user, after: lease.seen, limit: 64)
                } catch {
                    // What cannot be read now cannot be read the next time either: the user becomes a dead letter, and others go on.
                    guard error.code == .damaged else { throw error }
                    return try await failed(lease, error)
                }
                if updates.isEmpty { lease.seen = lease.wanted }
                for (index, update) in updates.enumerated() {
                    guard !Task.isCancelled, !pause.isRunning, ContinuousClock.now < end else {
                        return try await giveBack(lease)
                    }
                    do {
                        try await handler(
                            BookUpdate(user: user, update: update, fence: lease.fence, epoch: lease.epoch))
                    } catch { return try await failed(lease, error) }
                    (lease.seen, lease.failures) = (update.sequence, 0)
                    metrics.countDelivered(to: consumer)
                    // Several quick ones are acknowledged together; a crash has them delivered again.
                    guard index < updates.count - 1, end - ContinuousClock.now < options.lease * 0.9 else { continue }
                    guard try await acknowledge(&lease, &end) else { return }
                }
                guard try await acknowledge(&lease, &end), lease.seen < lease.wanted else { return }
            }
        }

        /// Whether the lease goes on.
        private func acknowledge(_ lease: inout DueList.Lease, _ end: inout ContinuousClock.Instant)
            async throws(BookFailure) -> Bool
        {
            let begun = ContinuousClock.now
            guard let wanted = try await list.acknowledge(lease, seen: lease.seen, for: options.lease) else {
                return false
            }
            (lease.wanted, end) = (wanted, begun + options.lease)
            return true
        }

        /// Gives a user back at once; what was dealt with is acknowledged, so that nobody gets it again.
        private func giveBack(_ lease: DueList.Lease) async throws(BookFailure) {
            guard try await list.acknowledge(lease, seen: lease.seen, for: options.lease) != nil else { return }
            try await list.giveBack(lease, pause: .zero, reason: nil)
        }

        private func failed(_ lease: DueList.Lease, _ error: any Error) async throws(BookFailure) {
            if Task.isCancelled || error is CancellationError { return try await giveBack(lease) }
            metrics.countFailed(of: consumer)
            // What came before it in the lease was dealt with.
            guard try await list.acknowledge(lease, seen: lease.seen, for: options.lease) != nil else { return }
            let named = FollowOptions.namedPause(of: error)
            if options.sharesNamedPauses, let named { pause.extend(until: .now + min(named, options.longestPause)) }
            let pause = options.pause(after: lease.failures, random: .random(in: 0...1), named: named)
            var lease = lease
            lease.failures += 1
            if pause == nil {
                watch.log.note(
                    .error, "A user is a dead letter: the handler keeps failing. See purser book dead-letters.",
                    consumer: consumer)
            }
            try await list.giveBack(lease, pause: pause, reason: Wording.short("\(error)", limit: 4_096))
        }
    }
#endif
