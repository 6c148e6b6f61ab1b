import Purser
import PurserFormats

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
        /// Whether the counts are written as JSON, for programs.
        var isJSON = false
    }

    /// How many rounds share a folder.
    ///
    /// The account is written as a whole at each change, so it must not grow without end.
    static let chapterLength = 50

    let options: Options

    /// Runs all rounds.
    ///
    /// - Returns: whether everything that the App Store charged agrees with what the app has.
    ///
    /// - Throws: ``TortureError`` when it cannot begin.
    func run() async throws -> Bool {
        let root =
            options.home
            ?? FileManager.default.temporaryDirectory.appendingPathComponent("purser-torture-\(UUID())").path
        try TortureFolder(path: root).checkEmpty()
        remark("Torture: \(Wording.count(options.rounds, "round")), seed \(options.seed)")
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
            remark("  \(tally.rounds) of \(options.rounds) rounds, \(Wording.count(tally.charges, "charge"))")
            if options.home == nil, tally.isRight { folder.remove() }
        }
        if options.home == nil, tally.isRight { TortureFolder(path: root).remove() }
        report(tally, root, ContinuousClock.now - start)
        return tally.isRight
    }

    /// Runs all rounds; the exit status.
    func status() async -> Int32 {
        do {
            if try await run() { return 0 }
            Standard.complain("PurserTorture: the books do not agree; the seed was \(options.seed)")
        } catch {
            Standard.complain("PurserTorture: \(TortureError.line(for: error))")
        }
        return 1
    }

    /// Writes a line that programs have no use for.
    private func remark(_ text: String) { if !options.isJSON { Standard.write(text + "\n") } }

    private func report(_ tally: TortureTally, _ root: String, _ time: Duration) {
        guard !options.isJSON else { return Standard.write(tally.json(options, time).text + "\n") }
        for line in tally.lines(options, time) { remark(line) }
        guard !tally.isRight else { return }
        for difference in tally.differences.prefix(20) { remark("  WRONG  \(difference)") }
        if tally.differences.count > 20 { remark("  and \(tally.differences.count - 20) more") }
        remark("The files are in \(root); the seed was \(options.seed).")
    }
}
