#if Server
    /// What the database has of a line and of those that are joined to it, as it was read at one moment.
    package struct LineContent: Sendable, Hashable {
        /// A line's row.
        package struct Line: Sendable, Hashable {
            /// Its original identifier.
            package var id: String
            /// The line that it was joined to; `nil` where it has rows of its own.
            package var root: String?
            /// Its revision; 0 where there is no row.
            package var revision: Int64

            /// A line's row.
            package init(_ id: String, root: String? = nil, revision: Int64) {
                (self.id, self.root, self.revision) = (id, root, revision)
            }
        }

        /// A row of what is recorded.
        package struct Entry: Sendable, Hashable {
            /// Whose it is.
            package var holder: Holder
            /// The line.
            package var line: String
            /// What it is about.
            package var slot: String
            /// The record; `nil` where the row is to be removed.
            package var record: [UInt8]?
            /// What was reported since.
            package var later: [UInt8]?

            /// A row.
            package init(_ holder: Holder, _ line: String, _ slot: String, _ record: [UInt8]?, later: [UInt8]? = nil) {
                (self.holder, self.line, self.slot, self.record, self.later) = (holder, line, slot, record, later)
            }
        }

        /// The rows of lines, by their identifiers.
        package var lines: [String: Line] = [:]
        /// The rows of what is recorded.
        package var entries: [Entry] = []

        /// Nothing, as for a line that is new.
        package init() {}

        /// The line that has the rows of another one; `nil` where there is no row.
        package func root(of id: String) -> String? {
            var (line, steps) = (lines[id], 0)
            while let next = line?.root, steps < lines.count { (line, steps) = (lines[next], steps + 1) }
            return line?.id
        }
    }
#endif
