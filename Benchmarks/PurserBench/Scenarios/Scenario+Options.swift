extension Scenario {
    /// The options that it honours, in a fixed order.
    var optionWords: [String] { LoadOption.allCases.filter(options.contains).map(\.word) }
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
