/// What two builds are compared by: one call of the program, which an older build understands too.
struct Subject: Sendable {
    /// The scenario and its options, as on the command line.
    var words: [String]

    /// A call of the program; each point is measured once, as the rounds repeat it.
    init(_ line: String) { words = line.split(separator: " ").map(String.init) + ["--repeats", "1"] }

    /// All of them, in the order in which they run.
    static let all = [
        "purchases --callers 1 --purchases 20000",
        "purchases --callers 64 --purchases 100000",
        "purchases --callers 1024 --purchases 100000",
        "purchases-file --callers 1 --purchases 2000",
        "purchases-file --callers 1024 --purchases 50000",
        "waiting --waiting 10000 --order random",
        "restores --purchases 100000",
        "launch --purchases 100000",
        "reopen --purchases 1000",
        "fanout --subscribers 1000 --purchases 2000",
        "ledger --purchases 100000",
        "owning --purchases 1000",
    ].map(Subject.init)
}

extension Row {
    /// The figure by which two builds are compared: processor time, which others on the machine disturb least; where there
    /// is none, time.
    var compared: Figure? { self[.cpu] ?? self[.time] ?? self[.rate] }
}
