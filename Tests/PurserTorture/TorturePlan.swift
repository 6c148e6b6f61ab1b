import Purser

/// What is bought in each round and when the round is killed, all from one seed.
struct TorturePlan: Sendable {
    /// How many callers buy at once, and how many purchases each makes.
    static let callers = 4
    static let purchases = 3

    let seed: UInt64
    let round: Int
    /// The users of the run.
    let users: TortureUsers

    init(seed: UInt64, round: Int, users: Int? = nil) {
        (self.seed, self.round) = (seed, round)
        self.users = TortureUsers(count: users, seed: seed)
    }

    /// The moment to kill a worker that works at about this pace.
    func killMoment(_ pace: TorturePace) -> KillMoment {
        var numbers = numbers(0)
        let longest: UInt32 = [0, 0, 1_500, 12_000].randomElement(using: &numbers) ?? 0
        switch Int.random(in: 0..<6, using: &numbers) {
        case 0:
            return KillMoment(mark: nil, count: 0, delay: .random(in: 0...pace.start, using: &numbers))
        case 1, 2:
            // Anywhere, and at times too late.
            let count = Int.random(in: 1...pace.marks.count + 1, using: &numbers)
            return KillMoment(mark: nil, count: count, delay: .random(in: 0...longest, using: &numbers))
        default:
            // Right behind something that is not recorded yet, or in the making of a file.
            let marks = users.isShared ? Self.marks : Self.marks + Self.userMarks
            let mark = marks.randomElement(using: &numbers) ?? .charged
            let count = Int.random(in: 1...max(1, pace.count(of: mark)), using: &numbers)
            return KillMoment(mark: mark, count: count, delay: .random(in: 0...longest, using: &numbers))
        }
    }

    /// The marks behind which a worker is killed.
    private static let marks: [TortureMark] = [.charged, .charged, .granted, .finished, .refunded, .making]
    /// Those that only workers with users make.
    private static let userMarks: [TortureMark] = [.switching, .switching, .switched, .revoked, .moved]

    /// How many microseconds each write of the ledger takes: in one round of four the disk is slow.
    ///
    /// In each where the store is to finish first, so that this is noticed.
    func writeDelay(_ flaw: TortureFlaw?) -> UInt32 {
        guard flaw != .finishFirst else { return 10_000 }
        var numbers = numbers(-1)
        return UInt32.random(in: 0..<4, using: &numbers) == 0 ? .random(in: 200...2_000, using: &numbers) : 0
    }

    /// The random numbers for one purpose.
    func numbers(_ stream: Int) -> SplitMix64 {
        var mixer = SplitMix64(seed: seed &+ UInt64(round) &* 0x1_0001)
        return SplitMix64(seed: mixer.next() &+ UInt64(bitPattern: Int64(stream)))
    }
}
