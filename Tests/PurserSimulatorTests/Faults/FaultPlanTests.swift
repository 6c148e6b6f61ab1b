import Foundation
import Purser
import PurserTesting
import Testing

@testable import PurserSimulator

@Suite("The fault plan")
struct FaultPlanTests {
    /// Ten purchases and a restore under a plan, and everything that came of them.
    private func trace(_ plan: FaultPlan, echoesTokens: Bool = true) async throws -> [String] {
        var plan = plan
        plan.returnDelay = .none  // Nobody moves the clock while a call runs.
        let clock = VirtualClock()
        let store = EmbeddedAppStore(
            catalog: .sample(), clock: clock, faults: plan,
            options: EmbeddedAppStoreOptions(answersNamePayments: echoesTokens))
        let mailbox = try #require(store.inbox.claim())
        var trace: [String] = []
        func note(_ name: String, _ call: () async throws -> Void) async {
            do { try await call() } catch { trace.append("\(name): \(error)") }
            clock.advance(by: .seconds(1))
        }
        for _ in 0..<4 { await note("activate") { try await store.activate() } }
        for number in stride(from: UInt64(0), to: 20, by: 2) {
            await note("submit") {
                try await store.submit([payment(number, "coins"), payment(number + 1, "lamp")])
            }
        }
        for number: UInt64 in 1...4 {
            await note("restore") { try await store.restore(RestoreID(rawValue: number), for: nil) }
        }
        for _ in 0..<40 {
            clock.advance(by: .seconds(5))
            await store.flush()
        }
        store.inbox.put([.promotedPurchase(PromotedPurchase(id: "", productID: "end"))])
        let batches = await mailbox.next() ?? []
        return trace + batches.map { words($0).joined(separator: ", ") }
    }

    @Test("The same seed gives the same trace, another seed another", arguments: [true, false])
    func reproducible(echoesTokens: Bool) async throws {
        var traces: Set<[String]> = []
        for seed: UInt64 in 1...8 {
            let first = try await trace(.chaos(seed: seed), echoesTokens: echoesTokens)
            #expect(try await trace(.chaos(seed: seed), echoesTokens: echoesTokens) == first)
            traces.insert(first)
        }
        #expect(traces.count == 8)
    }

    @Test("A restore's transactions come before its end, whatever else is shuffled")
    func restoresKeepTheirOrder() async throws {
        for seed: UInt64 in 1...40 {
            let events = try await trace(.chaos(seed: seed)).flatMap { $0.split(separator: ", ") }
            for number in 1...4 {
                let ends = events.indices.filter { events[$0] == "restore \(number) ended" }
                let last = events.lastIndex { $0.contains("restores \(number)") }
                #expect(ends.count <= 1)
                if let last, let end = ends.first { #expect(last < end, "seed \(seed)") }
                if last != nil { #expect(ends.count == 1) }
            }
        }
    }

    @Test("M3: no approved purchase overtakes the report that its payment is pending", arguments: [false, true])
    func approvalsKeepTheirOrder(followsStoreKit1: Bool) async throws {
        for seed: UInt64 in 1...60 {
            var plan = FaultPlan.chaos(seed: seed)
            (plan.returnDelay, plan.failures) = (.none, [:])
            let clock = VirtualClock()
            let store = EmbeddedAppStore(
                catalog: .sample(), clock: clock, faults: plan,
                options: followsStoreKit1 ? .storeKit1 : EmbeddedAppStoreOptions())
            let mailbox = try await store.listening()
            await store.nextPurchase(.asksToBuy)
            try await store.submit([payment(1, "coins")])
            try await store.approveAll()
            for _ in 0..<40 {
                clock.advance(by: .seconds(5))
                await store.flush()
            }
            let events = await mailbox.next()?.flatMap(words) ?? []
            #expect(events.count > 1 && events.first?.hasSuffix(" pending") == true, "seed \(seed): \(events)")
        }
    }

    @Test("Every payment that was taken is answered, and no charge is lost")
    func everyPaymentIsAnswered() async throws {
        for seed: UInt64 in 1...40 {
            let trace = try await trace(.chaos(seed: seed))
            let taken = 20 - 2 * trace.count { $0.hasPrefix("submit") }
            let events = trace.filter { !$0.hasPrefix("submit") }.flatMap { $0.split(separator: ", ") }
            let answered = (0..<20).count { number in
                events.contains { event in
                    event.contains("pays \(number)") && event.hasSuffix("pays \(number)")
                        || event.hasSuffix(" \(number) networkError")
                }
            }
            #expect(answered == taken, "seed \(seed)")
        }
    }

    @Test("Failures of one kind come at most so many times in a row")
    func failuresInARow() {
        let certain = FaultRate(1, hint: FaultDelay(1, .seconds(2) ... .seconds(2)))
        var faults = FaultState(FaultPlan(failures: [.products: certain], failuresInARow: 2))
        let failures = (0..<6).map { _ in faults.called(.products, at: .zero) }
        #expect(failures.map { $0 != nil } == [true, true, false, true, true, false])
        #expect(failures[0]?.retryClass == .retryable(after: .seconds(2)))
        #expect(faults.called(.submit, at: .zero) == nil)
    }

    @Test("An outage fails calls with the time until its end")
    func outages() {
        var faults = FaultState(FaultPlan(outages: [.seconds(10) ... .seconds(30)]))
        #expect(faults.called(.submit, at: .seconds(9)) == nil)
        #expect(faults.called(.finish, at: .seconds(25))?.retryClass == .retryable(after: .seconds(5)))
        #expect(faults.called(.submit, at: .seconds(30)) == nil)
    }

    @Test("A payment told as failed after the charge comes later as a complete that names it")
    func failuresAfterCharge() async throws {
        let trace = try await trace(FaultPlan(seed: 1, failuresAfterCharge: 1))
        #expect(trace.contains("coins 0 networkError, lamp 1 networkError"))
        #expect(trace.contains { $0.contains("coins#01 other 0") })
        #expect(!trace.contains { $0.contains("pays") })
    }

    @Test("C1: where no payment is named, one told as failed after the charge says its quantity and account")
    func failuresSayWhatTheyMean() {
        var faults = FaultState(FaultPlan(seed: 1, failuresAfterCharge: 1))
        let user = UUID()
        var fields = StoreTransaction.Fields(
            id: "1", productID: "coins", productType: .consumable, purchasedQuantity: 3, purchaseDate: Date())
        fields.appAccountToken = user
        let reported = BackendTransaction(StoreTransaction(fields), origin: .payment(nil))
        let endings = faults.batches(of: [.transaction(reported)]).flatMap(\.events).compactMap { event in
            if case .paymentEnded(let ending) = event { ending } else { nil }
        }
        #expect(endings.map(\.quantity) == [3] && endings.map(\.appAccountToken) == [user])
    }

    @Test("Repetitions leave out what was finished by then")
    func duplicates() async throws {
        let clock = VirtualClock()
        let plan = FaultPlan(
            seed: 1, answerDelay: FaultDelay(1, .seconds(5) ... .seconds(5)), duplicates: 1)
        let store = EmbeddedAppStore(catalog: .sample(), clock: clock, faults: plan)
        let mailbox = try await store.listening()
        try await store.submit([payment(1, "coins"), payment(2, "coins")])
        clock.advance(by: .seconds(5))
        await store.flush()
        #expect(await mailbox.next()?.map(words) == [["coins#01 pays 1", "coins#02 pays 2"]])
        #expect(await store.finish(["2000000000001"]).isEmpty)
        clock.advance(by: .seconds(5))
        await store.flush()
        #expect(await mailbox.next()?.map(words) == [["coins#02 pays 2"]])
    }

    @Test("A redelivery leaves out what is still on its way for the first time")
    func redeliverDuringDelay() async throws {
        let clock = VirtualClock()
        let plan = FaultPlan(answerDelay: FaultDelay(1, .seconds(5) ... .seconds(5)))
        let store = EmbeddedAppStore(catalog: .sample(), clock: clock, faults: plan)
        let mailbox = try await store.listening()
        try await store.submit([payment(1, "coins")])
        try await store.redeliver()
        clock.advance(by: .seconds(20))
        await store.flush()
        #expect(await mailbox.next()?.map(words) == [["coins#01 pays 1"]])
    }

    @Test("Delayed answers are delivered by run() when their time has come, and calls take theirs")
    func pump() async throws {
        let clock = VirtualClock()
        let delay = FaultDelay(1, .seconds(5) ... .seconds(5))
        let store = EmbeddedAppStore(
            catalog: .sample(), clock: clock, faults: FaultPlan(answerDelay: delay))
        let mailbox = try await store.listening()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await store.run() }
            try? await store.submit([payment(1, "coins")])
            clock.advance(by: .seconds(5))
            #expect(await mailbox.next()?.map(words) == [["coins#01 pays 1"]])
            try? await store.submit([payment(2, "coins")])
            clock.advance(by: .seconds(5))
            #expect(await mailbox.next()?.map(words) == [["coins#02 pays 2"]])
            group.cancelAll()
        }
    }

    @Test("Held answers can be released in an order drawn from a seed, each exactly once")
    func shuffled() async throws {
        let store = EmbeddedAppStore(catalog: .sample())
        let mailbox = try await store.listening()
        await store.holdAnswers()
        for number: UInt64 in 0..<50 { try await store.submit([payment(number, "coins")]) }
        await store.releaseAnswers(shuffledBy: 3)
        let numbers = await mailbox.next()?.flatMap(words).compactMap { Int($0.split(separator: " ")[2]) } ?? []
        #expect(numbers.sorted() == Array(0..<50))
        #expect(numbers != Array(0..<50))
    }
}
