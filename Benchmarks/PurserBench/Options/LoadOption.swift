/// An option that changes what is measured; each scenario says which of them it honours.
enum LoadOption: String, Sendable, CaseIterable {
    case purchases
    case callers
    case waiting
    case subscribers
    case ledger
    case order
    case faultRate = "fault-rate"
    case seconds
    case rate
    case repeats

    /// As it stands on the command line.
    var word: String { "--\(rawValue)" }
}

extension BenchOptions {
    /// Refuses what would have no effect.
    ///
    /// - Throws: ``UsageError`` that names the option, and what would be right.
    func check(_ scenario: Scenario?) throws(UsageError) {
        let honoured = scenario?.options ?? [.repeats]
        guard let wrong = LoadOption.allCases.first(where: { given.contains($0) && !honoured.contains($0) }) else {
            return
        }
        guard let scenario else {
            throw UsageError("\(wrong.word) is not for the whole set; name a scenario that takes it, see --list")
        }
        let words = scenario.optionWords
        let others = words.isEmpty ? "it takes none" : "it takes \(words.joined(separator: ", "))"
        throw UsageError("\(scenario.name) cannot honour \(wrong.word); \(others)")
    }
}

extension BenchOptions {
    /// Refuses anything beside a word that measures nothing: it would have no effect.
    ///
    /// - Throws: ``UsageError`` that says what to leave out.
    func checkAlone() throws(UsageError) {
        let idle = [list ? "--list" : nil, compared == nil ? nil : "--compare"].compactMap { $0 }
        guard let word = idle.first else { return }
        guard idle.count == 1, scenario == nil, given.isEmpty, !json, reportFolder == nil else {
            throw UsageError("\(word) stands alone, for it measures nothing; leave out all the others")
        }
    }
}

extension Scenario {
    /// The options that it honours, in a fixed order.
    var optionWords: [String] { LoadOption.allCases.filter(options.contains).map(\.word) }
}
