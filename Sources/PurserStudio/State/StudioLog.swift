#if Studio
    import Purser

    /// What has happened, numbered; the oldest of it goes when there is too much.
    struct StudioLog: Sendable {
        /// What the page shows in lists of their own.
        enum Kind: String, Sendable, CaseIterable {
            /// A numbered update of the store, with its number in the ledger.
            case update
            /// Something that happened at the App Store.
            case event
            /// What the app's server got.
            case notification
        }

        private struct Entry: Sendable {
            let number: Int
            /// `nil` for what came of an update.
            let kind: Kind?
            var members: [String: JSONValue]

            var json: JSONValue {
                .object(members.merging(["kind": .string(kind?.rawValue ?? "grant")]) { $1 })
            }
        }

        /// What a page gets.
        struct Portion: Sendable {
            /// Whether what the page has counts no more.
            let isReset: Bool
            /// What happened since.
            let entries: [JSONValue]
            /// How far the page has read then.
            let place: StudioPlace
        }

        /// How much is kept.
        static let limit = 2_000
        /// How much of a kind a new page gets.
        static let pageLimit = 300

        private let run: String
        private var entries: [Entry] = []
        private var last = 0
        private var counts: [Kind: Int] = [:]
        /// What came of updates that are not here yet.
        private var effects: [String: String] = [:]

        /// Nothing has happened yet in a run of this name.
        init(run: String) { self.run = run }

        /// The place behind all that has happened.
        var place: StudioPlace { StudioPlace(run: run, number: last) }

        /// Notes that something happened; an update brings its own number.
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

        /// Notes what came of an update: it was granted, revoked, or that has failed.
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

        /// What a page gets that has read so far; a new one gets the latest of each kind.
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
