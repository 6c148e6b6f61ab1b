/// What the command line asked for; `nil` leaves a choice to the scenario.
struct BenchOptions: Sendable {
    var scenario: String?
    var purchases: Int?
    var callers: Int?
    var waiting: Int?
    var subscribers: Int?
    var ledger: LedgerKind?
    /// Whether a user is signed in, of whom the ledger keeps records apart.
    var user = false
    var order: AnswerOrder?
    var faultRate: Double?
    var seconds: Double?
    var rate: Int?
    var repeats: Int?
    /// Those of the options that change what is measured, which were given.
    var given: Set<LoadOption> = []
    var json = false
    var reportFolder: String?
    var compared: (old: String, new: String)?
    /// Another build of this program, with which this one is compared.
    var rival: String?
    /// How often each subject of such a comparison is measured.
    var rounds: Int?
    var list = false
    var help = false
}

/// A mistake on the command line, as one line that says what would be right.
struct UsageError: Error, Equatable {
    var message: String
    init(_ message: String) { self.message = message }
}
