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

    @Test("What was bought is owned when the call returns, and never longer than the App Store and the policy allow")
    func enumerated() throws {
        var corrected = 0
        for plan in Self.plans {
            var life = WrongClockLife(plan)
            life.buy()
            try Self.checkReturn(life)
            if life.current.time.isCorrected { corrected += 1 }
            try Self.live(&life)
        }
        #expect(corrected > 300, "most clocks far ahead are noticed")
    }

    private static func checkReturn(_ life: WrongClockLife) throws {
        let plan = life.plan
        if life.real < life.end { try #require(life.isOwned, "E5: \(plan)") }
        let latest = life.real.advanced(by: plan.sheet + .seconds(1))
        let isAhead = life.end <= life.device && latest < life.device
        try #require(life.current.time.isCorrected == isAhead, "\(plan)")
        if plan.ahead <= .zero { try #require(!isAhead, "a clock that is right is never corrected: \(plan)") }
    }

    private static func live(_ life: inout WrongClockLife) throws {
        let (plan, start, first) = (life.plan, life.real, life.end)
        let middle = start.advanced(by: plan.length / 2)
        var hasTurned = false
        var hasHappened = false
        for moment in moments(plan, start, first) {
            if !hasTurned, start.advanced(by: plan.length / 3) <= moment {
                life.pass(until: start.advanced(by: plan.length / 3))
                life.turn()
                hasTurned = true
                try check(life, hasTurned)
            }
            if !hasHappened, plan.event == .refund, middle <= moment {
                life.pass(until: middle)
                life.refund()
                hasHappened = true
                try check(life, hasTurned)
            }
            if !hasHappened, plan.event == .renewal, first <= moment {
                life.pass(until: first)
                life.renew()
                hasHappened = true
                try check(life, hasTurned)
            }
            life.pass(until: moment)
            try check(life, hasTurned)
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

    private static func check(_ life: WrongClockLife, _ hasTurned: Bool) throws {
        let (plan, owned) = (life.plan, life.current.present)
        let words = "\(plan), \(life.real.time(after: at(0)) ?? .zero) after the beginning"
        let (isOwned, byDevice) = (owned.contains("gold"), life.isOwnedByDevice)
        try #require(owned.time <= max(life.device, life.current.snapshot.trustedDate), "only earlier: \(words)")
        try #require(owned.time >= life.current.snapshot.trustedDate, "E3: \(words)")
        if life.isRefunded { return try #require(!isOwned, "E3: \(words)") }
        let isRelaunched = hasTurned && [.relaunch, .setBackAndRelaunch].contains(plan.turn)
        guard life.current.time.isCorrected else {
            return try #require(isOwned == byDevice, "the device's clock counts: \(words)")
        }
        try #require(!isRelaunched, "nothing of it is kept: \(words)")
        // The signature may be older than the answer only where the payment took longer than the period.
        let slack = plan.payment >= plan.length ? plan.delay : .zero
        let end = life.end.advanced(by: plan.grace)
        let mayBeOwned = byDevice || life.real < end.advanced(by: slack)
        try #require(!isOwned || mayBeOwned, "E4: owned too long: \(words)")
        // Paid time may end earlier by the time that the payment took.
        let mustBeOwned = life.real.advanced(by: plan.payment) < end
        try #require(isOwned || !mustBeOwned, "E5: ended too early: \(words)")
    }
}
