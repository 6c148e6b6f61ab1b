#if Verification
    import Purser

    /// Decides which page is read next, and when pages go round in circles.
    struct PageState: Sendable {
        /// Why no page follows although one is promised.
        enum Fault: Sendable, Hashable {
            /// It does not say where the next page begins.
            case missingToken
            /// It says that the next page begins where an earlier one did.
            case repeatedToken
        }

        /// Where the next page begins; `nil` for the beginning.
        private(set) var token: String?
        /// Where the pages were found: the further ones are read there alone.
        private(set) var place: StoreEnvironment?
        /// Whether no page follows.
        private(set) var isOver = false
        /// A token against which later ones are held.
        ///
        /// It is replaced after 1, 2, 4, 8 … pages (Brent), so that every circle is
        /// found, whatever its length, and one token is kept.
        private var mark: String?
        private var (count, next) = (0, 1)

        init(after token: String?) {
            self.token = token
            mark = token
        }

        /// A page was read.
        ///
        /// - Returns: why the promised next one cannot be read; `nil` when all is well.
        mutating func read(token next: String?, hasMore: Bool, in place: StoreEnvironment) -> Fault? {
            self.place = place
            guard hasMore else {
                isOver = true
                return nil
            }
            guard let next, !next.isEmpty else { return fail(.missingToken) }
            if next == mark || next == token { return fail(.repeatedToken) }
            token = next
            count += 1
            if count == self.next { (mark, count, self.next) = (next, 0, self.next * 2) }
            return nil
        }

        /// The page could not be read: the sequence is over.
        mutating func failed() { isOver = true }

        private mutating func fail(_ fault: Fault) -> Fault {
            isOver = true
            return fault
        }
    }
#endif
