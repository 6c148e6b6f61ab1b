#if Server
    #if canImport(FoundationEssentials)
        public import FoundationEssentials
    #else
        public import Foundation
    #endif

    /// Something that is to be done for a user at a moment, as one process of a ``PurchaseBook`` gets it.
    public struct BookJob: Sendable, Hashable {
        /// The user's account token.
        public let user: UUID
        /// The moment, by the database's clock.
        public let date: Date
        /// Rises each time that the job is given to a process; see ``BookUpdate/fence``.
        public let fence: Int64
    }
#endif
