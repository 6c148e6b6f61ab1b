import Purser

/// What one step changed in an account's renewals.
struct RenewalChange: Sendable, Codable {
    /// Terms that are new, behind those that there were.
    var terms: [RenewalTerms]?
    /// Renewals that are new, oldest first.
    var runs: [Run]?
    /// Those that the app has finished, or that are kept whole from now on.
    var finished: IndexRanges?
    /// Those that are kept whole, by their index, as they are now.
    var whole: [Int: AccountRecord]?

    /// Whether nothing was changed.
    var isEmpty: Bool { terms == nil && runs == nil && finished == nil && whole == nil }

    /// Renewals of one line whose periods follow each other.
    struct Run: Sendable, Codable {
        /// The number of their terms; -1 for one that is kept whole.
        var terms: Int
        /// The number of the first one's period.
        var number: Int
        /// How many they are.
        var count: Int

        init(terms: Int, number: Int, count: Int) {
            self.terms = terms
            self.number = number
            self.count = count
        }

        init(from decoder: any Decoder) throws {
            let numbers = try [Int](from: decoder)
            guard numbers.count == 3 else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "renewals are told by three numbers"))
            }
            self.init(terms: numbers[0], number: numbers[1], count: numbers[2])
        }

        func encode(to encoder: any Encoder) throws { try [terms, number, count].encode(to: encoder) }
    }
}

extension RenewalLog: Codable {
    private enum CodingKeys: String, CodingKey {
        case terms, runs, whole, unfinished
    }

    /// Reads all renewals.
    init(from decoder: any Decoder) throws {
        self.init()
        let values = try decoder.container(keyedBy: CodingKeys.self)
        var change = RenewalChange()
        change.terms = try values.decode([RenewalTerms].self, forKey: .terms)
        change.runs = try values.decode([RenewalChange.Run].self, forKey: .runs)
        change.whole = try values.decode([Int: AccountRecord].self, forKey: .whole)
        let unfinished = try values.decode(IndexRanges.self, forKey: .unfinished)
        guard repeatChange(change), setUnfinished(unfinished) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "the renewals do not fit together"))
        }
    }

    /// Writes all renewals.
    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(terms, forKey: .terms)
        try values.encode(allRuns, forKey: .runs)
        try values.encode(whole.all, forKey: .whole)
        try values.encode(unfinished, forKey: .unfinished)
    }
}
