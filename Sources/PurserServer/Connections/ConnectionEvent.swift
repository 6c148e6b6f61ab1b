#if Server
    /// What happened at a connection to the database, for metrics.
    package enum ConnectionEvent: Sendable {
        /// A connection was made, or could not be made.
        case connected(BookFailure?)
        /// A statement has ended, so long after its turn had come, with a failure or without one.
        case ended(SQLStatement, Duration, BookFailure?)
    }
#endif
