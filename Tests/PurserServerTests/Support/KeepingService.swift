#if Server
    import Foundation
    import Purser
    import TestDatabase

    @testable import PurserServer

    /// A service with a storage of its own, which outlives what becomes of the book's database.
    ///
    /// It recognises a repeated update by its key, and takes back what it did not get again in the latest epoch.
    final class KeepingService: Sendable {
        private struct Kept: Sendable {
            var user: UUID
            var content: String
            var epoch: Int
        }

        private struct State: Sendable {
            var kept: [StoreUpdate.Key: Kept] = [:]
            var doubled = 0
        }

        private let state = Lock(State())
        private let changes = EventCount()

        /// Deals with an update.
        func take(_ update: BookUpdate) {
            let content = "\(update.update.kind) \(update.update.transaction.id) \(update.update.recordTime)"
            state.withLock { state in
                if let known = state.kept[update.update.key], known.content != content { state.doubled += 1 }
                state.kept[update.update.key] = Kept(user: update.user, content: content, epoch: update.epoch)
            }
            changes.advance()
        }

        /// How many updates came under a key that another one had had.
        var doubled: Int { state.withLock(\.doubled) }

        /// How many updates it has.
        var count: Int { state.withLock(\.kept.count) }

        /// Returns once it has so many updates.
        func wait(for count: Int) async { _ = await changes.first { self.count >= count ? true : nil } }

        /// Takes back what did not come again in an epoch; how many updates that were.
        func takeBack(before epoch: Int) -> Int {
            state.withLock { state in
                let before = state.kept.count
                state.kept = state.kept.filter { $0.value.epoch >= epoch }
                return before - state.kept.count
            }
        }

        /// What it has of a user.
        func keys(of user: UUID) -> Set<StoreUpdate.Key> {
            state.withLock { Set($0.kept.filter { $0.value.user == user }.keys) }
        }
    }
#endif
