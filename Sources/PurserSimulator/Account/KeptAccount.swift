import Purser

/// The customer's account with the folder that keeps it, if there is one: a change is on disk before it counts.
struct KeptAccount: Sendable {
    /// The account.
    var state: SimulatedAccountState
    private var home: AccountHome?

    /// An account, and the folder from which it was read.
    init(_ state: SimulatedAccountState, home: AccountHome?) {
        self.state = state
        self.home = home
    }

    /// Whether a folder keeps it.
    var isInFolder: Bool { home != nil }

    /// Gives the folder back; from then on every change fails.
    mutating func leaveHome() { home?.leave() }

    /// Changes the account.
    ///
    /// - Throws: `BackendError` when the change could not be written; the account is then as it was before.
    mutating func change<Result>(_ body: (inout SimulatedAccountState) -> Result) throws(BackendError) -> Result {
        guard home != nil else { return body(&state) }
        // All but the book and the agenda, whose lists would be copied whole if this held them too.
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
