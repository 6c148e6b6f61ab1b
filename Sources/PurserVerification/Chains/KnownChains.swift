#if Verification
    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif
    import Purser

    /// The chains that were found to lead to a pinned root, by their header: all data that the App Store signs within a
    /// year or two has the same one.
    ///
    /// A chain is kept until others have replaced it, and no clock is read: that it leads to a pinned root never
    /// changes, and the dates of its certificates are compared with the date of each signature again. So a changed
    /// clock changes nothing here. A chain is added only with a signature by its key: other data cannot replace the
    /// known chains.
    struct KnownChains: Sendable {
        private struct Entry: Sendable {
            /// The header as it was spelled.
            let header: Data
            let chain: TrustedChain
        }

        /// The most that are kept; the App Store has a handful in use.
        static let limit = 32
        /// The last used one is first: nearly always it is the one that matches, so that one comparison of the bytes
        /// finds it, while a table would have to hash all of them first.
        private let entries = Lock<[Entry]>([])

        /// The chain of a header that is known.
        func chain(of header: Data) -> TrustedChain? {
            entries.withLock { entries in
                guard let index = entries.firstIndex(where: { $0.header == header }) else { return nil }
                if index > 0 { entries.insert(entries.remove(at: index), at: 0) }
                return entries[0].chain
            }
        }

        /// Keeps the chain of a header, in place of the least recently used one.
        func keep(_ chain: TrustedChain, of header: Data) {
            entries.withLock { entries in
                entries.removeAll { $0.header == header }
                entries.insert(Entry(header: header, chain: chain), at: 0)
                if entries.count > Self.limit { entries.removeLast() }
            }
        }

        /// How many are kept.
        var count: Int { entries.withLock { $0.count } }
    }
#endif
