#if Studio
    package import Purser

    /// The results of updates in the handlers of Studio's store.
    package struct StudioEffects: Sendable {
        /// The results, for one consumer.
        let notes: AsyncStream<(key: StoreUpdate.Key, effect: String)>
        private let continuation: AsyncStream<(key: StoreUpdate.Key, effect: String)>.Continuation

        /// Makes an empty stream of results.
        package init() { (notes, continuation) = AsyncStream.makeStream() }

        /// Records that an update was granted or revoked.
        package func note(_ effect: String, of update: StoreUpdate) { continuation.yield((update.key, effect)) }
    }
#endif
