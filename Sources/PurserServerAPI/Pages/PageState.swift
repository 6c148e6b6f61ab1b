#if Verification
    import Purser

    /// Decides which page is read next, and finds pages that repeat endlessly.
    struct PageState: Sendable {
        /// The reason why no page follows although the last one announced another.
        enum Fault: Sendable, Hashable {
            /// The page has no token.
            case missingToken
            /// The token is that of an earlier page.
            case repeatedToken
        }

        /// The token of the next page; `nil` for the first.
        private(set) var token: String?
        /// The environment of the first page, from which all pages are read.
        private(set) var place: StoreEnvironment?
        /// Whether the sequence has ended.
        private(set) var isOver = false
        /// An earlier token, with which later ones are compared.
        ///
        /// It is replaced after 1, 2, 4, 8 … pages (Brent's algorithm), which finds cycles of any length and keeps one token.
        private var mark: String?
        private var (count, next) = (0, 1)

        init(after token: String?) {
            self.token = token
            mark = token
        }

        /// Records a page that was read.
        ///
        /// - Returns: the reason why the announced next page cannot be read; `nil` for no fault.
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

        /// Ends the sequence, because a page could not be read.
        mutating func failed() { isOver = true }

        private mutating func fail(_ fault: Fault) -> Fault {
            isOver = true
            return fault
        }
    }
#endif
