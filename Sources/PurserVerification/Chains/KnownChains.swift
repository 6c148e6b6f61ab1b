#if Verification
    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif
    import Crypto
    import Purser

    /// The chains that were found to lead to a pinned root, by the header that brings them: what the store signs within a
    /// year or two carries the same one.
    ///
    /// A chain is kept until others have displaced it, and no clock is read: that it leads to a pinned root never changes,
    /// and the dates of its certificates are held against the date of each signature anew. So a changed clock changes
    /// nothing here. A chain gets in only with a signature by its key: nobody else can displace the others.
    struct KnownChains: Sendable {
        /// A chain, and the signer's key as ES256 takes it.
        struct Known: Sendable {
            let chain: TrustedChain
            let key: P256.Signing.PublicKey
        }

        private struct Entry: Sendable {
            /// The header as it was spelled.
            let header: Data
            let known: Known
        }

        /// The most that are kept; the store has a handful in use.
        static let limit = 32
        /// The one that was used last comes first: nearly always it is the one that is looked for, so that one comparison of
        /// the bytes finds it, where a table would work out a number of all of them before.
        private let entries = Lock<[Entry]>([])

        /// The chain of a header that is known.
        func chain(of header: Data) -> Known? {
            entries.withLock { entries in
                guard let index = entries.firstIndex(where: { $0.header == header }) else { return nil }
                if index > 0 { entries.insert(entries.remove(at: index), at: 0) }
                return entries[0].known
            }
        }

        /// Keeps the chain of a header; the one that was used least recently gives way.
        func keep(_ known: Known, of header: Data) {
            entries.withLock { entries in
                entries.removeAll { $0.header == header }
                entries.insert(Entry(header: header, known: known), at: 0)
                if entries.count > Self.limit { entries.removeLast() }
            }
        }

        /// How many are kept.
        var count: Int { entries.withLock { $0.count } }
    }
#endif
