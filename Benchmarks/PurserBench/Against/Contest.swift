/// Two builds measured in turn, so that both meet the same machine.
struct Contest: Sendable {
    /// The newer build.
    var this = Contender.own
    /// The older build.
    var other: Contender
    /// How often each subject is measured by each build, pinned and free.
    var rounds: Int
    var subjects = Subject.all
    var progress = Progress()
    /// A row may cost so many times what it cost.
    static let limit = 1.1

    /// One row, measured by both builds in each round.
    struct Result: Sendable {
        /// The row's key, and whether the programs were held to one processor.
        var name: String
        var kind: FigureKind
        var earlier: [Double] = []
        var latest: [Double] = []

        /// How many times as dear it has become, by medians; above 1 is worse.
        var ratio: Double { cost(Figure(kind, earlier).median, Figure(kind, latest).median) }
        /// The least and the greatest of the rounds.
        var spread: ClosedRange<Double> {
            let ratios = zip(earlier, latest).map { cost($0, $1) }
            return (ratios.min() ?? 1)...(ratios.max() ?? 1)
        }
        var isSlower: Bool { ratio > Contest.limit }

        private func cost(_ old: Double, _ new: Double) -> Double {
            guard old > 0, new > 0 else { return 1 }
            return kind.moreIsBetter == true ? old / new : new / old
        }
    }

    /// What came out: the rows, and what one of the builds does not measure.
    struct Outcome: Sendable {
        var results: [Result] = []
        var missing: Set<String> = []
    }

    /// Measures everything.
    ///
    /// - Throws: ``UsageError`` or ``WrongRun``.
    func run() throws -> Outcome {
        var outcome = Outcome()
        for subject in subjects {
            for isPinned in Pinning.isPossible ? [true, false] : [false] {
                for round in 1...rounds {
                    progress.show("\(subject.words.joined(separator: " ")), round \(round) of \(rounds)")
                    guard let (earlier, latest) = try measure(subject, isPinned, otherFirst: !round.isMultiple(of: 2))
                    else {
                        outcome.missing.insert(subject.words[0])
                        break
                    }
                    outcome.add(earlier, latest, isPinned ? "pinned" : "free")
                }
            }
        }
        return outcome
    }

    /// Which of them begins changes from round to round, since what runs first may find the machine colder.
    private func measure(
        _ subject: Subject, _ isPinned: Bool, otherFirst: Bool
    ) throws -> (earlier: [Row], latest: [Row])? {
        let (first, second) = otherFirst ? (other, this) : (this, other)
        guard let one = try first.measure(subject, isPinned: isPinned),
            let two = try second.measure(subject, isPinned: isPinned)
        else { return nil }
        return otherFirst ? (one, two) : (two, one)
    }
}

extension Contest.Outcome {
    /// Whether nothing became slower than the limit allows.
    var isRight: Bool { !results.contains(where: \.isSlower) }

    /// One round of a subject.
    mutating func add(_ earlier: [Row], _ latest: [Row], _ processors: String) {
        let known = Dictionary(earlier.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
        for row in latest {
            guard let figure = row.compared, let old = known[row.key]?[figure.kind] else {
                missing.insert(row.key)
                continue
            }
            let name = "\(row.key), \(processors)"
            let index = results.firstIndex { $0.name == name } ?? results.count
            if index == results.count { results.append(.init(name: name, kind: figure.kind)) }
            results[index].earlier.append(old.median)
            results[index].latest.append(figure.median)
        }
    }

    /// A table for people, and what came of it.
    var lines: [String] {
        let cells =
            [["", "figure", "other", "this", "ratio", "rounds", ""]]
            + results.map { result in
                let values = [result.earlier, result.latest].map {
                    Text.figure(Figure(result.kind, $0).median, unit: result.kind.unit)
                }
                let spread = "\(Text.fixed(result.spread.lowerBound, 2))–\(Text.fixed(result.spread.upperBound, 2))"
                return [result.name, result.kind.name] + values + [Text.fixed(result.ratio, 2), spread]
                    + [result.isSlower ? "slower" : ""]
            }
        let slower = results.count(where: \.isSlower)
        let verdict =
            slower == 0
            ? "Nothing costs more than \(Text.fixed(Contest.limit, 1)) times what it cost."
            : "\(slower) of \(results.count) cost more than \(Text.fixed(Contest.limit, 1)) times what they cost."
        return ConsoleTable.aligned(cells) + missing.sorted().map { "Measured by one of them only: \($0)" } + [verdict]
    }
}
