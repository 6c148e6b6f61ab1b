#if Server
    /// What is to be written because of one delivery, and by which revisions of lines that was decided.
    package struct LineDecision: Sendable {
        /// A line that the decision rests on.
        package struct Line: Sendable, Hashable {
            /// The row as it was read.
            package var known: LineContent.Line
            /// The line that has its rows from now on; `nil` where it has them itself.
            package var root: String?
        }

        /// All rows and updates of a line without a user go to a user.
        package struct Move: Sendable, Hashable {
            /// Who had them.
            package var from: Holder
            /// Who has them.
            package var to: Holder
        }

        /// An update without its number.
        package struct Update: Sendable, Hashable {
            /// Whose it is.
            package var holder: Holder
            /// The record of the ledger.
            package var record: [UInt8]
        }

        /// The lines.
        package var lines: [Line] = []
        /// Which lines are written anew: all their rows are removed first.
        package var cleared: [String] = []
        /// What moves.
        package var moves: [Move] = []
        /// The updates, in order.
        package var updates: [Update] = []
        /// The rows that are put or removed.
        package var entries: [LineContent.Entry] = []
        /// Who has what was reported; `nil` where that was nothing.
        package var holder: Holder?
        /// Why something of the delivery is not recorded as it was reported; `nil` where it is.
        package var rejection: BookRejection?

        /// Whether nothing is to be written.
        package var isEmpty: Bool {
            updates.isEmpty && entries.isEmpty && moves.isEmpty && cleared.isEmpty
                && lines.allSatisfy { $0.known.revision > 0 && $0.known.root == $0.root }
        }
    }
#endif
