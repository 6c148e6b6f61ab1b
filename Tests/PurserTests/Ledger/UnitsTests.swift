import Testing

@testable import Purser

/// Every history of refunds in parts, reversals, calls that fail, are cut off or succeed, and kills, over up to 8 units.
@Suite("Units that the app holds: each history")
struct UnitsTests {
    /// What an app does in its handlers.
    enum App: CaseIterable {
        /// Both set the credit.
        case sets
        /// `grant` only raises it, `revoke` only lowers it.
        case raisesAndLowers

        func held(_ held: Int, after call: Units.Call, remaining: Int) -> Int {
            switch (self, call) {
            case (.sets, _): remaining
            case (.raisesAndLowers, .grant): max(held, remaining)
            case (.raisesAndLowers, .revoke): min(held, remaining)
            }
        }
    }

    /// What is on record, and what is true.
    private struct History: Hashable {
        var units = Units(exactly: 0)
        var remaining: Int
        /// Whether the call that is due may have begun.
        var mayHaveBegun = false
        var held = 0
        var running: Units.Call?
        /// How many stood when it began.
        var runningFor = 0

        var due: Units.Call? { units.due(remaining: remaining, grants: true) }

        mutating func report(_ count: Int) {
            if mayHaveBegun, let due { units.began(due, remaining: remaining) }
            (remaining, mayHaveBegun) = (count, false)
        }

        mutating func begin() {
            (running, runningFor, mayHaveBegun) = (due, remaining, due != nil)
        }

        mutating func end(_ app: App, takesEffect: Bool, succeeds: Bool) {
            guard let running else { return }
            if takesEffect { held = app.held(held, after: running, remaining: runningFor) }
            if succeeds { units.succeeded(running, remaining: runningFor) }
            self.running = nil
        }

        /// The program is started once more: nobody knows which calls had begun.
        mutating func relaunch(_ app: App, takesEffect: Bool) {
            end(app, takesEffect: takesEffect, succeeds: false)
            mayHaveBegun = true
        }

        func following(_ app: App) -> [History] {
            var all: [History] = []
            func add(_ change: (inout History) -> Void) {
                var next = self
                change(&next)
                all.append(next)
            }
            for count in 0...8 where count != remaining { add { $0.report(count) } }
            if running == nil {
                if due != nil { add { $0.begin() } }
            } else {
                for takesEffect in [true, false] { add { $0.end(app, takesEffect: takesEffect, succeeds: false) } }
                add { $0.end(app, takesEffect: true, succeeds: true) }
            }
            for takesEffect in [true, false] { add { $0.relaunch(app, takesEffect: takesEffect) } }
            return all
        }

        /// What the app may hold, with a call that may have begun.
        var possible: ClosedRange<Int> {
            var units = units
            if mayHaveBegun, let due { units.began(due, remaining: remaining) }
            return units.low...units.high
        }

        /// How many calls bring the app to what stands, when they succeed.
        func callsToSettle(_ app: App) -> Int {
            var (settled, calls) = (self, 0)
            settled.end(app, takesEffect: false, succeeds: false)
            while settled.due != nil, calls < 9 {
                settled.begin()
                settled.end(app, takesEffect: true, succeeds: true)
                calls += 1
            }
            return settled.held == remaining ? calls : 9
        }
    }

    @Test("F10: the app holds what stands when nothing is due, and two calls suffice", arguments: App.allCases)
    func histories(app: App) {
        var seen: Set<History> = []
        var open = (1...8).map { History(remaining: $0) }
        var (wrong, untrue, slow) = (0, 0, 0)
        while let history = open.popLast() {
            guard seen.insert(history).inserted else { continue }
            if !history.possible.contains(history.held) { untrue += 1 }
            if history.due == nil, history.running == nil, history.held != history.remaining { wrong += 1 }
            if history.callsToSettle(app) > 2 { slow += 1 }
            open += history.following(app)
        }
        #expect(untrue == 0, "what the app holds is in low...high")
        #expect(wrong == 0, "nothing due means that it holds what stands")
        #expect(slow == 0, "two calls suffice")
        #expect(seen.count > 10_000)
    }

    @Test("F8, F10: a fall is revoked and a rise granted; what is not delivered by the handler is never granted")
    func directions() {
        for held in 0...8 {
            for remaining in 0...8 {
                let units = Units(exactly: held)
                let due: Units.Call? = held == remaining ? nil : held > remaining ? .revoke : .grant
                #expect(units.due(remaining: remaining, grants: true) == due)
                #expect(units.due(remaining: remaining, grants: false) == (due == .grant ? nil : due))
                var repeated = units
                for _ in 0..<2 {
                    if let due { repeated.succeeded(due, remaining: remaining) }
                    #expect(repeated.due(remaining: remaining, grants: true) == nil, "a repeated call changes nothing")
                }
            }
        }
        #expect(Units(low: 3, high: 2) == nil && Units(low: -1, high: 2) == nil && Units(low: 2, high: 2) != nil)
    }
}
