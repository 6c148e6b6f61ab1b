#if Server
    import Purser

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// Works for one consumer in this process: takes users who are due, a few at a time, until it ends.
    struct FollowLoop: Sendable {
        private let work: LeaseWork
        private let followers: Followers
        private let clock: any StoreClock
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

        init(_ book: PurchaseBook, _ list: DueList, _ options: FollowOptions, _ handler: LeaseWork.Handler) {
            work = LeaseWork(book, list, options, handler)
            (followers, clock) = (book.followers, book.configuration.clock)
        }

        /// Works until the task is cancelled or the book is closed; the list has to be made before.
        func run() async {
            await withDiscardingTaskGroup { group in
                group.addTask {
                    // Nothing ends before the book is closed: then the handlers that run are cancelled.
                    _ = await followers.due.first { Optional<Bool>.none }
                    slots.ended.close()
                }
                var (window, nextListing) = (DueWindow(), ContinuousClock.now)
                while !Task.isCancelled, !followers.due.isClosed {
                    let (seen, ended) = (followers.due.count, slots.ended.count)
                    if nextListing <= .now, (try? await work.list.listUsers()) == false {
                        await work.checkConsumer()
                        // Another process may begin again and not get to the end.
                        nextListing = .now + min(.seconds(15), work.options.interval * 30)
                    }
                    let limit = work.options.workers - slots.busy
                    let begun = ContinuousClock.now
                    let leases = await leases(limit, &window, begun)
                    for lease in leases {
                        slots.take()
                        group.addTask {
                            await work.perform(lease, until: begun + work.options.lease)
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
            guard limit > 0, !work.pause.isRunning else { return [] }
            let length = window.length(at: begun)
            do throws(BookFailure) {
                let leases = try await work.list.lease(
                    limit: limit, worker: worker, for: work.options.lease, within: length)
                let wait = leases.map(\.overdue).max().map { Duration.seconds($0) }
                window.noteLook(of: length, begun: begun, ended: .now, leaving: leases.count < limit ? nil : wait)
                return leases
            } catch {
                work.noteFailed(error)
                return []
            }
        }

        /// Until somebody has become due, or it is time to look.
        private func wait(after seen: UInt64) async {
            _ = await followers.due.wait(after: seen, until: clock.now() + work.options.interval, on: clock)
        }
    }
#endif
