#if Server
    import Purser

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// Follows updates to set when each user's subscriptions end next, as a job of the same name, and calls a handler then.
    struct SubscriptionEnds: Sendable {
        let book: PurchaseBook
        let name: String
        let options: FollowOptions
        let handler: @Sendable (UUID, StoreEntitlements) async throws -> Void

        /// Works until the task is cancelled or the book is closed, or the consumer or the list of jobs could not be made.
        func run() async throws(BookFailure) {
            let failure = await withTaskGroup(of: BookFailure?.self) { group in
                group.addTask { await followUpdates() }
                group.addTask { await performJobs() }
                defer { group.cancelAll() }
                return await group.next() ?? nil
            }
            if let failure { throw failure }
        }

        private func followUpdates() async -> BookFailure? {
            do throws(BookFailure) {
                try await book.follow(name, from: .beginning, options: options) { update in
                    // Also an end that passed before this process read the update.
                    let moment = Timestamp(update.update.recordedAt)
                    let entitlements = try await book.users.entitlements(of: update.user, at: moment)
                    try await book.schedule(name, for: update.user, at: entitlements.nextEnd?.date)
                }
                return nil
            } catch { return error }
        }

        private func performJobs() async -> BookFailure? {
            do throws(BookFailure) {
                try await book.perform(name, options: options) { job in
                    // Never before the moment, also where this process's clock is slow.
                    let moment = max(Timestamp(job.date), book.configuration.clock.timestamp())
                    let entitlements = try await book.users.entitlements(of: job.user, at: moment)
                    try await handler(job.user, entitlements)
                    return entitlements.nextEnd?.date
                }
                return nil
            } catch { return error }
        }
    }
#endif
