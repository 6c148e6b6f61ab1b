/// An option that changes what is measured; each scenario says which of them it honours.
enum LoadOption: String, Sendable, CaseIterable {
    case purchases
    case callers
    case waiting
    case subscribers
    case ledger
    case user
    case order
    case faultRate = "fault-rate"
    case seconds
    case rate
    case repeats

    /// As it stands on the command line.
    var word: String { "--\(rawValue)" }
}

extension BenchOptions {
    /// Refuses anything beside a word that stands alone: it would have no effect.
    ///
    /// - Throws: ``UsageError`` that says what to leave out.
    func checkAlone() throws(UsageError) {
        let idle = [
            list ? "--list" : nil, compared == nil ? nil : "--compare", rival == nil ? nil : "against",
        ].compactMap { $0 }
        if rounds != nil, rival == nil { throw UsageError("--rounds is for against; see --help") }
        guard let word = idle.first else { return }
        guard idle.count == 1, scenario == nil, given.isEmpty, !json, reportFolder == nil else {
            throw UsageError(
                "\(word) stands alone\(rival == nil ? "" : ", or with --rounds"); leave out all the others")
        }
    }
}
