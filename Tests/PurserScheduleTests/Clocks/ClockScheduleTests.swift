import PurserTesting
import Testing

@Suite("A device whose clock is set again and again", .timeLimit(.minutes(30)))
struct ClockScheduleTests {
    @Test("E3, E4, E5, T1: what was bought is owned, what is over is not, and each change is reported at its time")
    func lives() async throws {
        try await expectNothing(count: plain(40, long: 200)) { seed in
            try Simulation.run(seed: seed) { try await ClockWorld($0).live() }
        }
    }
}
