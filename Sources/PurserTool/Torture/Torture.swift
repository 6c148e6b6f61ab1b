import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Kills workers in the middle of their purchases, again and again, and afterwards compares what the App Store charged
/// with what the app has.
struct Torture: Sendable {
    struct Options: Sendable {
        var rounds: Int
        var seed: UInt64
        var durability: LedgerDurability
        /// Where to work; `nil` for a folder of its own that is removed when all is right.
        var home: String?
        var flaw: TortureFlaw?
        /// How many users share the device; `nil` for the state that all users share.
        var users: Int?
    }

    /// How many rounds share a folder.
    ///
    /// The account is written as a whole at each change, so it must not grow without end.
    static let chapterLength = 50

    let options: Options
    let output: Output

    /// Runs all rounds.
    ///
    /// - Returns: whether everything that the App Store charged agrees with what the app has.
    ///
    /// - Throws: ``ToolError`` when it cannot begin.
    func run() async throws -> Bool {
        let root =
            options.home
            ?? FileManager.default.temporaryDirectory.appendingPathComponent("purser-torture-\(UUID())").path
        try TortureFolder(path: root).checkEmpty()
        let start = ContinuousClock.now
        var tally = TortureTally()
        var pace: TorturePace?
        for first in stride(from: 0, to: options.rounds, by: Self.chapterLength) where tally.isRight {
            let rounds = first..<min(options.rounds, first + Self.chapterLength)
            let folder = TortureFolder(path: "\(root)/\(first / Self.chapterLength + 1)")
            var chapter = TortureChapter(folder, rounds, options, pace)
            try await chapter.run()
            pace = chapter.pace
            tally.add(chapter.tally)
            output.remark("  \(tally.rounds) of \(options.rounds) rounds, \(Words.count(tally.charges, "charge"))")
            if options.home == nil, tally.isRight { folder.remove() }
        }
        if options.home == nil, tally.isRight { TortureFolder(path: root).remove() }
        report(tally, root, ContinuousClock.now - start)
        return tally.isRight
    }

    private func report(_ tally: TortureTally, _ root: String, _ time: Duration) {
        if output.isJSON {
            for difference in tally.differences { output.json(.line("difference", [("text", .string(difference))])) }
            return output.json(tally.json(options, time))
        }
        for line in tally.lines(options, output.style, time) { output.line(line) }
        guard !tally.isRight else { return }
        for difference in tally.differences.prefix(20) { output.line("  \(output.style.bad("WRONG"))  \(difference)") }
        if tally.differences.count > 20 { output.line("  and \(tally.differences.count - 20) more") }
        output.line("The files are in \(root); the seed was \(options.seed).")
    }
}
