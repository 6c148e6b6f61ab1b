import Purser

/// The customer's account, with the folder that stores it, if any: a change is on disk before it takes effect.
struct KeptAccount: Sendable {
    /// The account.
    var state: SimulatedAccountState
    private var home: AccountHome?

    /// Makes an account from the folder's contents.
    init(_ state: SimulatedAccountState, home: AccountHome?) {
        self.state = state
        self.home = home
    }

    /// Whether the account is stored in a folder.
    var isInFolder: Bool { home != nil }

    /// Releases the folder; from then on every change fails.
    mutating func leaveHome() { home?.leave() }

    /// Changes the account.
    ///
    /// - Throws: `BackendFailure` if the change could not be written; the account then stays unchanged.
    mutating func change<Result>(_ body: (inout SimulatedAccountState) -> Result) throws(BackendFailure) -> Result {
        guard home != nil else { return body(&state) }
        // Everything except the book and the agenda: a second reference to their lists would cause full copies.
        var former = state
        (former.journal.book, former.journal.agenda) = (AccountBook(), Agenda())
        let step = state.book.begin()
        let result = body(&state)
        do {
            try home?.keep(&state.book)
            return result
        } catch {
            state.book.undo(step)
            swap(&former.journal.book, &state.journal.book)
            state = former
            state.journal.makeAgenda()
            throw error
        }
    }
}
