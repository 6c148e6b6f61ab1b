#if Server
    #if canImport(FoundationEssentials)
        public import FoundationEssentials
    #else
        public import Foundation
    #endif

    // What becomes of a book whose database has lost updates.
    extension PurchaseBook {
        /// Begins an epoch, after the database has lost updates that handlers may have seen: a replica that was behind has taken
        /// over, or a backup was restored.
        ///
        /// Each consumer gets every update again, with ``BookUpdate/epoch``. New updates have numbers, and ``BookUpdate/fence`` has
        /// values, that none of the lost ones had. Then catch up from Apple's history.
        ///
        /// - Returns: the epoch.
        @discardableResult
        public func beginEpoch() async throws(BookFailure) -> Int { try await consumerTable.beginEpoch() }

        /// Since when updates may be missing, by the database's clock; `nil` where none are.
        ///
        /// The first call of a book whose database was restored from a backup, or is a copy that has taken over, begins an epoch by
        /// itself, so that no number and no fence is given out twice. Consumers go on where they were; whether they have to get
        /// everything again is for a person to say, with ``beginEpoch()`` or ``trustHistory()``.
        public func doubtDate() async throws(BookFailure) -> Date? { try await history.doubtDate() }

        /// Nothing is missing in the database: a standby has taken over that had everything, or the book has moved to another server.
        public func trustHistory() async throws(BookFailure) { try await history.trust() }

        /// A service that stores ``BookUpdate/fence`` says which is the largest one, when it starts for instance.
        ///
        /// Where the book has not come to it, the database has lost updates, and an epoch begins: see ``doubtDate()``. The processes
        /// of the book compare those that they have had themselves.
        ///
        /// - Parameter fence: the largest fence that the service has stored.
        public func note(fence: Int64) async throws(BookFailure) { try await history.note(given: fence) }
    }
#endif
