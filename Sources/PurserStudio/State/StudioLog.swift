#if Studio
    import Purser
    import PurserFormats

    /// The numbered events; the oldest are removed when there are too many.
    struct StudioLog: Sendable {
        /// The kinds that the page shows in separate lists.
        enum Kind: String, Sendable, CaseIterable {
            /// A numbered update of the store, with its number in the ledger.
            case update
            /// An event of the App Store.
            case event
            /// A notification to the app's server.
            case notification
        }

        private struct Entry: Sendable {
            let number: Int
            /// The kind; `nil` for the result of an update.
            let kind: Kind?
            var members: [String: JSONValue]

            var json: JSONValue {
                .object(members.merging(["kind": .string(kind?.rawValue ?? "grant")]) { $1 })
            }
        }

        /// The new entries for a page.
        struct Portion: Sendable {
            /// Whether the page must discard its entries.
            let isReset: Bool
            /// The entries since its position.
            let entries: [JSONValue]
            /// The page's new position.
            let place: StudioPlace
        }

        /// The maximum number of entries.
        static let limit = 2_000
        /// The number of entries of a kind for a new page.
        static let pageLimit = 300

        private let run: String
        private var entries: [Entry] = []
        private var last = 0
        private var counts: [Kind: Int] = [:]
        /// Results of updates that are not recorded yet.
        private var effects: [String: String] = [:]

        /// Makes an empty log for a run of this name.
        init(run: String) { self.run = run }

        /// The position after all entries.
        var place: StudioPlace { StudioPlace(run: run, number: last) }

        /// Adds an entry; an update has its own number.
        mutating func add(_ kind: Kind, _ members: [String: JSONValue]) {
            var members = members
            if kind == .update {
                if let key = members["key"], case .string(let key) = key, let effect = effects.removeValue(forKey: key)
                {
                    members["effect"] = .string(effect)
                }
            } else {
                counts[kind, default: 0] += 1
                members["number"] = .integer(counts[kind, default: 0])
            }
            append(kind, members)
        }

        /// Records the result of an update: granted, revoked or failed.
        mutating func note(_ effect: String, of key: String) {
            guard let place = entries.lastIndex(where: { $0.kind == .update && $0.members["key"] == .string(key) })
            else {
                if effects.count >= Self.limit { effects = [:] }
                effects[key] = effect
                return
            }
            entries[place].members["effect"] = .string(effect)
            append(nil, ["update": .string(key), "effect": .string(effect)])
        }

        /// Returns the new entries for a page; for a new page, the latest of each kind.
        func portion(after place: StudioPlace?) -> Portion {
            if let place, place.run == run, place.number <= last, place.number >= last - entries.count {
                let missed = entries.suffix(last - place.number)
                if missed.count <= Self.limit { return portion(missed.map(\.json), isReset: false) }
            }
            var room = Dictionary(uniqueKeysWithValues: Kind.allCases.map { ($0, Self.pageLimit) })
            var latest: [JSONValue] = []
            for entry in entries.reversed() {
                guard let kind = entry.kind, let left = room[kind], left > 0 else { continue }
                room[kind] = left - 1
                latest.append(entry.json)
            }
            return portion(latest.reversed(), isReset: true)
        }

        private func portion(_ entries: [JSONValue], isReset: Bool) -> Portion {
            Portion(isReset: isReset, entries: entries, place: self.place)
        }

        private mutating func append(_ kind: Kind?, _ members: [String: JSONValue]) {
            last += 1
            entries.append(Entry(number: last, kind: kind, members: members))
            if entries.count >= 2 * Self.limit { entries.removeFirst(entries.count - Self.limit) }
        }
    }
#endif
