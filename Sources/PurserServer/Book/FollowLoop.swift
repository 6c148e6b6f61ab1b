#if Server
    import Logging
    import Purser

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// Works for one consumer in this process: takes users who are due, and gives the handler their updates in order.
    struct FollowLoop: Sendable {
        /// What is done for a user who is due.
        enum Work: Sendable {
            /// The handler gets the updates.
            case updates(@Sendable (BookUpdate) async throws -> Void)
            /// The handler does what is due by time, and returns when it is due again.
            case jobs(@Sendable (DueList.Lease) async throws -> Date?)
        }

        let book: PurchaseBook
        let options: FollowOptions
        let work: Work
        private let list: DueList
        private var consumer: String { list.consumer }
        private let worker = UUID().uuidString
        private let slots = Slots()

        /// How many users are dealt with at a time.
        private final class Slots: Sendable {
            /// Whenever a user is done with.
            let ended = EventCount()
            private let count = Lock(0)
            var busy: Int { count.withLock { $0 } }
            func take() { count.withLock { $0 += 1 } }
            func free() {
                count.withLock { $0 -= 1 }
                ended.advance()
            }
        }

        init(_ book: PurchaseBook, _ list: DueList, _ options: FollowOptions, _ work: Work) {
            (self.book, self.list, self.options, self.work) = (book, list, options, work)
        }

        /// Works until the task is cancelled or the book is closed; the list has to be made before.
        func run() async {
            await withDiscardingTaskGroup { group in
                group.addTask {
                    // Nothing ends before the book is closed: then the handlers that run are cancelled.
                    _ = await book.followers.due.first { Optional<Bool>.none }
                    slots.ended.close()
                }
                var (window, nextListing) = (DueWindow(), ContinuousClock.now)
                while !Task.isCancelled, !book.followers.due.isClosed {
                    let (seen, ended) = (book.followers.due.count, slots.ended.count)
                    if nextListing <= .now, (try? await list.listUsers()) == false {
                        // Another process may begin again and not get to the end.
                        nextListing = .now + .seconds(15)
                    }
                    let limit = options.workers - slots.busy
                    let begun = ContinuousClock.now
                    let leases = await leases(limit, &window, begun)
                    for lease in leases {
                        slots.take()
                        group.addTask {
                            await deliver(lease, until: begun + options.lease)
                            slots.free()
                        }
                    }
                    // Where all that could be taken were taken, more may be due, although some are done with by now.
                    if leases.count < limit {
                        await wait(after: seen)
                    } else {
                        try? await slots.ended.wait(after: ended)
                    }
                }
                group.cancelAll()
            }
        }

        private func leases(_ limit: Int, _ window: inout DueWindow, _ begun: ContinuousClock.Instant) async
            -> [DueList.Lease]
        {
            guard limit > 0 else { return [] }
            let length = window.length(at: begun)
            do throws(BookFailure) {
                let leases = try await list.lease(limit: limit, worker: worker, for: options.lease, within: length)
                let wait = leases.map(\.overdue).max().map { Duration.seconds($0) }
                window.noteLook(of: length, begun: begun, ended: .now, leaving: leases.count < limit ? nil : wait)
                return leases
            } catch {
                book.noteFailed(error, consumer)
                return []
            }
        }

        /// Until somebody has become due, or it is time to look.
        private func wait(after seen: UInt64) async {
            let clock = book.configuration.clock
            _ = await book.followers.due.wait(after: seen, until: clock.now() + options.interval, on: clock)
        }

        // MARK: One user

        private func deliver(_ lease: DueList.Lease, until end: ContinuousClock.Instant) async {
            book.metrics.noteWaited(lease.waited, consumer: consumer)
            do throws(BookFailure) {
                switch work {
                case .updates(let handler): try await deliverUpdates(of: lease, until: end, to: handler)
                case .jobs(let handler): try await perform(lease, handler)
                }
            } catch {
                // The lease ends by itself, and the user is taken again.
                book.noteFailed(error, consumer)
            }
        }

        private func perform(_ lease: DueList.Lease, _ handler: @Sendable (DueList.Lease) async throws -> Date?)
            async throws(BookFailure)
        {
            let next: Date?
            do { next = try await handler(lease) } catch { return try await failed(lease, error) }
            book.metrics.countDelivered(to: consumer)
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
                    updates = try await book.updates(of: lease.holder, after: lease.seen, limit: 64)
                } catch {
                    // What cannot be read now cannot be read the next time either: the user becomes a dead letter, and others go on.
                    guard error.code == .damaged else { throw error }
                    return try await failed(lease, error)
                }
                if updates.isEmpty { lease.seen = lease.wanted }
                for (index, update) in updates.enumerated() {
                    guard !Task.isCancelled, ContinuousClock.now < end else {
                        return try await list.giveBack(lease, pause: .zero, reason: nil)
                    }
                    do {
                        try await handler(
                            BookUpdate(user: user, update: update, fence: lease.fence, epoch: lease.epoch))
                    } catch { return try await failed(lease, error) }
                    (lease.seen, lease.failures) = (update.sequence, 0)
                    book.metrics.countDelivered(to: consumer)
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

        private func failed(_ lease: DueList.Lease, _ error: any Error) async throws(BookFailure) {
            if Task.isCancelled || error is CancellationError {
                return try await list.giveBack(lease, pause: .zero, reason: nil)
            }
            book.metrics.countFailed(of: consumer)
            // What came before it in the lease was dealt with.
            guard try await list.acknowledge(lease, seen: lease.seen, for: options.lease) != nil else { return }
            let pause = options.pause(after: lease.failures, random: .random(in: 0...1))
            var lease = lease
            lease.failures += 1
            if pause == nil {
                book.configuration.logger.error(
                    "A user is a dead letter: the handler keeps failing. See purser book dead-letters.",
                    metadata: ["consumer": "\(consumer)"])
            }
            try await list.giveBack(lease, pause: pause, reason: Wording.short("\(error)", limit: 4_096))
        }
    }
#endif
