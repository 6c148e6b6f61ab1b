/// Reads the command line word by word.
struct OptionReader {
    private var words: ArraySlice<String>
    private var options = BenchOptions()

    /// Reads all words.
    ///
    /// - Throws: ``UsageError`` that names the first wrong one.
    static func read(_ words: [String]) throws(UsageError) -> BenchOptions {
        var reader = OptionReader(words: words[...])
        while let word = reader.words.popFirst() { try reader.take(word) }
        return reader.options
    }

    private init(words: ArraySlice<String>) { self.words = words }

    private mutating func take(_ word: String) throws(UsageError) {
        if let option = LoadOption.allCases.first(where: { $0.word == word }) { options.given.insert(option) }
        switch word {
        case "--purchases": options.purchases = try count(word)
        case "--callers": options.callers = try count(word)
        case "--waiting": options.waiting = try count(word)
        case "--subscribers": options.subscribers = try count(word)
        case "--rate": options.rate = try count(word)
        case "--repeats": options.repeats = try count(word)
        case "--ledger": options.ledger = try choice(word)
        case "--user": options.user = true
        case "--order": options.order = try choice(word)
        case "--fault-rate": options.faultRate = try number(word, 0...0.9, "a chance from 0 to 0.9")
        case "--seconds": options.seconds = try number(word, 0.1...3_600, "0.1 to 3600 seconds")
        case "--report": options.reportFolder = try value(word)
        case "--compare": options.compared = (try value(word), try value(word))
        case "--rounds": options.rounds = try count(word)
        case "against": options.rival = try value(word)
        case "--json": options.json = true
        case "--list": options.list = true
        case "--help", "-h": options.help = true
        default: try takeName(word)
        }
    }

    private mutating func takeName(_ word: String) throws(UsageError) {
        guard !word.hasPrefix("-") else { throw UsageError("unknown option \(word); see --help") }
        guard options.scenario == nil else { throw UsageError("one scenario at a time; \(word) is a second one") }
        options.scenario = word
    }

    private mutating func value(_ option: String) throws(UsageError) -> String {
        guard let value = words.popFirst(), !value.hasPrefix("--") else {
            throw UsageError("\(option) wants a value; see --help")
        }
        return value
    }

    private mutating func count(_ option: String) throws(UsageError) -> Int {
        let text = try value(option)
        guard let count = Int(text.filter { $0 != "," && $0 != "_" }), (1...10_000_000).contains(count) else {
            throw UsageError("\(option) wants a whole number from 1 to 10000000, not \(text)")
        }
        return count
    }

    private mutating func number(_ option: String, _ range: ClosedRange<Double>, _ wanted: String) throws(UsageError)
        -> Double
    {
        let text = try value(option)
        guard let number = Double(text), range.contains(number) else {
            throw UsageError("\(option) wants \(wanted), not \(text)")
        }
        return number
    }

    private mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(_ option: String) throws(UsageError)
        -> Choice
    {
        let text = try value(option)
        guard let choice = Choice(rawValue: text) else {
            let choices = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError("\(option) wants one of \(choices), not \(text)")
        }
        return choice
    }
}
