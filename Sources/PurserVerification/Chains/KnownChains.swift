#if Verification
    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif
    import Purser

    /// The chains that were found to lead to a pinned root, by the header that brings them: what the store signs within a
    /// year or two carries the same one.
    ///
    /// A chain is kept until others have displaced it, and no clock is read: that it leads to a pinned root never changes,
    /// and the dates of its certificates are held against the date of each signature anew. So a changed clock changes
    /// nothing here. A chain gets in only with a signature by its key: nobody else can displace the others.
    struct KnownChains: Sendable {
        private struct State: Sendable {
            var chains: [Data: (known: TrustedChain, used: UInt64)] = [:]
            var uses: UInt64 = 0
        }

        /// The most that are kept; the store has a handful in use.
        static let limit = 32
        private let state = Lock(State())

        /// The chain of a header that is known.
        func chain(of header: Data) -> TrustedChain? {
            state.withLock { state in
                guard let known = state.chains[header]?.known else { return nil }
                state.uses += 1
                state.chains[header]?.used = state.uses
                return known
            }
        }

        /// Keeps the chain of a header; the one that was used least recently gives way.
        func keep(_ known: TrustedChain, of header: Data) {
            state.withLock { state in
                state.uses += 1
                state.chains[header] = (known, state.uses)
                guard state.chains.count > Self.limit else { return }
                let oldest = state.chains.min { $0.value.used < $1.value.used }
                if let oldest { state.chains[oldest.key] = nil }
            }
        }

        /// How many are kept.
        var count: Int { state.withLock { $0.chains.count } }
    }
#endif
