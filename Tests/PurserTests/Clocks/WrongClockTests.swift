import Testing

@testable import Purser

@Suite("E3, E4, E5: a subscription on a device whose clock is wrong, enumerated", .timeLimit(.minutes(30)))
struct WrongClockTests {
    private static let (hour, day) = (Duration.seconds(3_600), Duration.seconds(86_400))
    private static let leads: [Duration] = [
        day * -40, hour * -1, .zero, .seconds(2), hour, day * 36, .seconds(3_326_400), day * 1_096,
    ]

    private static var plans: [WrongClockLife.Plan] {
        var plans: [WrongClockLife.Plan] = []
        for ahead in leads {
            for length in [Duration.seconds(300), day * 30] {
                for (sheet, delay) in [
                    (Duration.seconds(2), Duration.zero), (.seconds(600), .zero), (.zero, .seconds(600)),
                ] {
                    for grace in [Duration.zero, .seconds(60), day * 7] {
                        for event in WrongClockLife.Plan.Event.allCases {
                            for turn in WrongClockLife.Plan.Turn.allCases {
                                plans.append(
                                    .init(
                                        ahead: ahead, length: length, sheet: sheet, delay: delay, grace: grace,
                                        event: event, turn: turn))
                            }
                        }
                    }
                }
            }
        }
        return plans
    }

    @Test("What was bought is owned when the call returns, then for its length, or by the device's clock if longer")
    func enumerated() throws {
        var running = 0
        for plan in Self.plans {
            var life = WrongClockLife(plan)
            life.buy()
            try #require(life.isOwned, "E5: \(plan)")
            let runs = life.current.snapshot.over != nil
            try #require(runs == (life.end <= life.device), "\(plan)")
            if runs { running += 1 }
            try Self.live(&life, runs)
        }
        #expect(running > 300, "most clocks far ahead are noticed")
    }

    private static func live(_ life: inout WrongClockLife, _ runs: Bool) throws {
        let (plan, start, first) = (life.plan, life.real, life.end)
        let middle = start.advanced(by: plan.length / 2)
        // Its length counts from the signature, and so until later by the time from there to the answer.
        var over = runs ? first.advanced(by: plan.delay) : start
        var hasTurned = false
        var hasHappened = false
        for moment in moments(plan, start, first) {
            if !hasTurned, start.advanced(by: plan.length / 3) <= moment {
                life.pass(until: start.advanced(by: plan.length / 3))
                life.turn()
                if [.relaunch, .setBackAndRelaunch].contains(plan.turn) { over = start }
                hasTurned = true
                try check(life, until: over)
            }
            if !hasHappened, plan.event == .refund, middle <= moment {
                life.pass(until: middle)
                life.refund()
                hasHappened = true
                try check(life, until: over)
            }
            if !hasHappened, plan.event == .renewal, first <= moment {
                life.pass(until: first)
                life.renew()
                over = start
                hasHappened = true
                try check(life, until: over)
            }
            life.pass(until: moment)
            try check(life, until: over)
        }
    }

    /// The moments after the purchase: around each end that something has.
    private static func moments(
        _ plan: WrongClockLife.Plan, _ start: Timestamp, _ first: Timestamp
    ) -> [Timestamp] {
        let second = first.advanced(by: plan.length)
        let ends = [start, first, first.advanced(by: plan.grace), second, second.advanced(by: plan.grace)]
        let steps: [Duration] = [.zero, .milliseconds(1), .seconds(2), plan.payment, plan.payment + .seconds(2)]
        let around = ends.flatMap { end in steps.flatMap { [end.advanced(by: $0), end.advanced(by: .zero - $0)] } }
        let others = [
            start.advanced(by: plan.length / 4), second.advanced(by: plan.length), second.advanced(by: day * 9),
        ]
        return (around + others).filter { $0 >= start }.sorted()
    }

    /// - Parameter over: until when it runs whatever the device's clock says.
    private static func check(_ life: WrongClockLife, until over: Timestamp) throws {
        let (plan, owned) = (life.plan, life.current.present)
        let words = "\(plan), \(life.real.time(after: at(0)) ?? .zero) after the beginning"
        try #require(owned.time == max(life.device, life.current.snapshot.trustedDate), "E3: \(words)")
        let runs = !life.isRefunded && life.real < over
        try #require(owned.contains("gold") == (runs || life.isOwnedByDevice), "E4, E5: \(words)")
    }
}
