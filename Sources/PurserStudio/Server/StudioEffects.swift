#if Studio
    package import Purser

    /// What became of updates in the handlers of the store that Studio has opened.
    package struct StudioEffects: Sendable {
        /// What was noted, for one reader.
        let notes: AsyncStream<(key: StoreUpdate.Key, effect: String)>
        private let continuation: AsyncStream<(key: StoreUpdate.Key, effect: String)>.Continuation

        /// Nothing yet.
        package init() { (notes, continuation) = AsyncStream.makeStream() }

        /// Notes that an update was granted or revoked.
        package func note(_ effect: String, of update: StoreUpdate) { continuation.yield((update.key, effect)) }
    }
#endif
