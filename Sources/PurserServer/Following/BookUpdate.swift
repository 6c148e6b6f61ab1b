#if Server
    public import Purser

    #if canImport(FoundationEssentials)
        public import FoundationEssentials
    #else
        public import Foundation
    #endif

    /// An update of one user, as a consumer of a ``PurchaseBook`` gets it.
    ///
    /// It comes at least once, and a user's updates come in their order. Store `StoreUpdate.key` to recognise a
    /// repetition.
    public struct BookUpdate: Sendable, Hashable {
        /// The user's account token.
        public let user: UUID
        /// The update; its number is the user's.
        public let update: StoreUpdate
        /// Rises each time that the user is given to a process.
        ///
        /// Where the handler writes elsewhere, write it along, and take nothing with a lower one: then a process that was paused
        /// for longer than its lease changes nothing after it goes on.
        public let fence: Int64
        /// The book's epoch: it rises when the database has lost updates that handlers may have seen.
        ///
        /// Then every update comes again, beginning with the user's first one, by the same key. What a handler keeps of the user
        /// and does not get again in the new epoch is not on record any more: take it back. What the App Store reports again gets a
        /// number behind 1,000,000 times the epoch's, and so another key.
        public let epoch: Int

        /// An update of a user.
        public init(user: UUID, update: StoreUpdate, fence: Int64, epoch: Int = 1) {
            (self.user, self.update, self.fence, self.epoch) = (user, update, fence, epoch)
        }
    }

    /// A user whose updates a consumer could not deal with, until a person releases it.
    public struct BookDeadLetter: Sendable, Hashable {
        /// The user's account token.
        public let user: UUID
        /// The number of the last update that was dealt with; the next one failed.
        public let seen: UInt64
        /// What the handler threw.
        public let reason: String
    }
#endif
