import PurserTesting
import Testing

@Suite("Harness: timelines")
struct HarnessTimelineTests {
    @Test("A line reads back as it was written", arguments: ["", "a", "--a-b", "a-[bc]-d", "[ab][cd]"])
    func roundTrip(line: String) {
        #expect(Timeline(line).description == line)
    }

    @Test("Spaces and quiet ticks at the end carry no meaning, open brackets end with the line")
    func tolerant() {
        #expect("a - b --" as Timeline == "a-b")
        #expect("[]a" as Timeline == "-a")
        #expect("a]b" as Timeline == "ab")
        #expect("-[ab" as Timeline == "-[ab]")
    }

    @Test("What is played with a delay arrives later by that delay")
    func playAndRecord() throws {
        let sent: Timeline = "ab--[cd]-e"
        let seen: Timeline = "--ab--[cd]-e"
        let recorded = try Simulation.run(seed: 1) { context in
            let recorder = TimelineRecorder(clock: context.clock)
            try await sent.play(on: context.clock) { event in
                context.start {
                    // A little more for `d`, so that the seed cannot swap it with `c`.
                    try await context.sleep(for: .milliseconds(event == "d" ? 2_001 : 2_000))
                    recorder.record(event)
                }
            }
            try await context.sleep(for: .seconds(3))
            return recorder.timeline
        }
        #expect(recorded == seen)
    }
}
