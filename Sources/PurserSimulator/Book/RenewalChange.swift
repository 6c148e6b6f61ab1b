import Purser

/// The changes of an account's renewals in one step.
struct RenewalChange: Sendable, Codable {
    /// New terms, after the existing ones.
    var terms: [RenewalTerms]?
    /// New renewals, oldest first.
    var runs: [Run]?
    /// Renewals that were finished, or are stored as a whole from now on.
    var finished: IndexRanges?
    /// Renewals that are stored as a whole, by their indexes, in their new states.
    var whole: [Int: AccountRecord]?

    /// Whether nothing changed.
    var isEmpty: Bool { terms == nil && runs == nil && finished == nil && whole == nil }

    /// Consecutive renewals of one subscription.
    struct Run: Sendable, Codable {
        /// The number of their terms; -1 for a renewal that is stored as a whole.
        var terms: Int
        /// The number of the first period.
        var number: Int
        /// The number of renewals.
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
                    .init(codingPath: decoder.codingPath, debugDescription: "renewals have three numbers"))
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
