import Foundation
import PurserSimulator
import PurserTesting
import Testing

@testable import Purser

@Suite("A clock that stands still while a call waits for its deadline", .timeLimit(.minutes(30)))
struct StandingClockTests {
    private let clock = VirtualClock()
    private let realTime = VirtualClock()
    private let appStore: EmbeddedAppStore

    init() async {
        appStore = EmbeddedAppStore(
            catalog: SimulatorCatalog(products: [.simulated("seeds"), .simulated("lamp")]), clock: clock)
        await appStore.holdAnswers()
    }

    /// Opens a store whose real time is that of a test.
    private func open(on clock: (any StoreClock)? = nil) async throws -> PurchaseStore {
        let defaults = StoreDefaults.current
        let measured = StoreDefaults(clock: defaults.clock, realTime: realTime, generator: defaults.generator)
        return try await StoreDefaults.$current.withValue(measured) {
            let store = try await appStore.openStore { if let clock { $0.clock = clock } }
            try await store.waitUntilReady()
            return store
        }
    }

    /// Waits until so many calls wait for a deadline.
    private func waiting(_ count: Int) async { while realTime.sleepers < count { await Task.yield() } }

    private func standing(_ diagnostics: [StoreDiagnostic]) -> [StoreDiagnostic] {
        diagnostics.filter { $0.kind == .clockStandsStill }
    }

    @Test("After a second of real time a diagnostic names the call, its product and the clock, once; then it goes on")
    func reported() async throws {
        let store = try await open()
        let diagnostics = store.diagnostics
        async let first = failureCode { try await store.purchase("seeds", deadline: .seconds(10)) }
        await waiting(1)
        async let second = failureCode { try await store.purchase("lamp", deadline: .seconds(10)) }
        await waiting(2)
        realTime.advance(by: .milliseconds(999))
        realTime.advance(by: .milliseconds(1))
        var iterator = diagnostics.makeAsyncIterator()
        let reported = try #require(await iterator.next())
        #expect(reported.kind == .clockStandsStill && reported.severity == .warning)
        #expect(reported.subject.call == "purchase" && ["seeds", "lamp"].contains(reported.subject.productID))
        #expect(reported.message.contains("VirtualClock") && reported.message.contains("Advance the clock"))
        clock.advance(by: .seconds(10))
        #expect(await first == .deadlineExceeded)
        #expect(await second == .deadlineExceeded)
        #expect(realTime.sleepers == 0)
        try await store.close()
        var rest: [StoreDiagnostic] = []
        while let next = await iterator.next() { rest.append(next) }
        #expect(standing(rest).isEmpty)
    }

    @Test("A clock that moves within the second is not reported, nor is a call that ends, and no timer remains")
    func moving() async throws {
        let store = try await open()
        let diagnostics = store.diagnostics
        async let code = failureCode { try await store.purchase("seeds", deadline: .seconds(10)) }
        await waiting(1)
        clock.advance(by: .seconds(1))
        realTime.advance(by: .seconds(1))
        await appStore.releaseAnswers()
        #expect(await code == nil)
        #expect(try await store.products(for: ["lamp"], deadline: .seconds(1)).first != nil)
        while realTime.sleepers > 0 { await Task.yield() }
        try await store.close()
        var all: [StoreDiagnostic] = []
        for await diagnostic in diagnostics { all.append(diagnostic) }
        #expect(standing(all).isEmpty)
    }

    @Test("The device's clock is not watched")
    func device() async throws {
        let store = try await open(on: SystemClock())
        #expect(
            await failureCode { try await store.purchase("seeds", deadline: .milliseconds(20)) } == .deadlineExceeded)
        #expect(realTime.sleepers == 0 && !(store.engine.tools.clock is WatchedClock))
        try await store.close()
    }

    @Test("In a simulation no real time is read: a run has the same steps, and a clock of one's own is not watched")
    func simulated() throws {
        func steps() throws -> Int {
            try Simulation.run(seed: 5) { context in
                #expect(StoreDefaults.current.realTime == nil)
                let appStore = EmbeddedAppStore(catalog: SimulatorCatalog(products: [.simulated("seeds")]))
                await appStore.holdAnswers()
                let store = try await appStore.openStore()
                #expect(!(store.engine.tools.clock is WatchedClock))
                #expect(
                    await failureCode { try await store.purchase("seeds", deadline: .seconds(60)) } == .deadlineExceeded
                )
                try await store.close()
                return context.jobsRun
            }
        }
        #expect(try steps() == steps())
    }

    @Test("In a real process it takes a real second, also by a clock that a test moves by hand")
    func real() async throws {
        let appStore = EmbeddedAppStore(
            catalog: SimulatorCatalog(products: [.simulated("seeds")]),
            clock: MovableClock(startingAt: VirtualClock.defaultStart))
        await appStore.holdAnswers()
        let store = try await appStore.openStore()
        let start = ContinuousClock.now
        let waiting = Task { await failureCode { try await store.purchase("seeds", deadline: .seconds(10)) } }
        var iterator = store.diagnostics.makeAsyncIterator()
        let reported = try #require(await iterator.next())
        #expect(reported.kind == .clockStandsStill && reported.message.contains("MovableClock"))
        #expect(ContinuousClock.now - start >= .seconds(1))
        try await store.close()
        #expect(await waiting.value == .storeClosed)
    }
}
