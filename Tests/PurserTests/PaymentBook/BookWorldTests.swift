import PurserTesting
import Testing

@testable import Purser

/// Runs of some payments in any order of submitting, charging, reporting, ending, switching users and dying: runs by seed, and
/// with `PURSER_SEEDS=10` or more every run of two payments.
@Suite("The payment book: every order") struct BookWorldTests {
    private static let platforms = [(true, true), (true, false), (false, true), (false, false)].map {
        BookWorld.Platform(names: $0.0, tellsAccount: $0.1)
    }

    @Test("M1, M3, M5, M7, M8, U3: nothing is exchanged, lost or answered twice, by seed", arguments: platforms)
    func anyOrder(_ platform: BookWorld.Platform) {
        for seed in 1...UInt64(250 * Seeds.factor) {
            var random = SplitMix64(seed: seed)
            let users = (0..<Int.random(in: 1...3, using: &random)).map { _ -> UserID in
                Bool.random(using: &random) ? 1 : 2
            }
            var world = BookWorld(platform, users: users)
            while world.fault == nil, let step = world.steps.randomElement(using: &random) { world = world.after(step) }
            let fault = world.finalFault.map { "seed \(seed): \($0): \(world.trace)" }
            #expect(fault == nil)
        }
    }

    @Test(
        "M1, M3, M5, M7, M8, U3: nothing is exchanged, lost or answered twice, in every order",
        .enabled(if: Seeds.factor >= 10), arguments: platforms, [[1, 1], [1, 2]])
    func everyOrder(_ platform: BookWorld.Platform, _ users: [UserID]) {
        var seen: Set<BookWorld> = []
        var queue = [BookWorld(platform, users: users)]
        var wrong: (fault: String, world: BookWorld)?
        while let world = queue.popLast(), wrong == nil {
            guard seen.insert(world).inserted else { continue }
            if let fault = world.finalFault { wrong = (fault, world) }
            for step in world.steps { queue.append(world.after(step)) }
        }
        let fault = wrong.map { "\($0.fault): \($0.world.trace)" }
        #expect(fault == nil)
        #expect(seen.count > 1_000)
    }
}
