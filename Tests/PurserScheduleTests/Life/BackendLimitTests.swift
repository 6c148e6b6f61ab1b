import Foundation
import Purser
import PurserSimulator
import PurserTesting
import Testing

/// A backend that never returns holds up nothing for longer than its limits.
@Suite("Backends that never return")
struct BackendLimitTests {
    private func explore(
        oneAtATime: Bool = false, _ body: @escaping @Sendable (LifeShop) async throws -> Void
    ) throws {
        try LifeShop.explore(options: EmbeddedAppStoreOptions(concurrentPayments: oneAtATime ? 1 : 1_024), body)
    }

    @Test(
        "C4: close() and switchAccount wait for no call of the backend longer than the limit for closing",
        arguments: StubbornBackend.Call.allCases)
    func closing(_ call: StubbornBackend.Call) throws {
        for switches in [false, true] {
            try explore { shop in
                if [.activate, .environment, .run].contains(call) { shop.backend.hang(call) }
                let store = try await shop.open { $0.account = .user(UUID()) }
                if call != .activate { try await store.waitUntilReady() }
                shop.backend.hang(call)
                shop.context.start { try await shop.make(call, store) }
                if call != .deactivate {
                    try await shop.wait("the call", within: .seconds(1)) { shop.backend.stuck(in: call) > 0 }
                }
                let start = shop.context.clock.now()
                if switches { try await store.switchAccount(to: .user(UUID())) } else { try await store.close() }
                try #require(shop.context.clock.now() - start <= .seconds(20))
                if call == .deactivate { shop.backend.hang() } else { shop.backend.letGo() }
                let next = switches ? store : try await shop.open()
                try await next.waitUntilReady()
                // What was left behind comes behind the greeting of the next, if it is a farewell.
                shop.backend.letGo()
                try await shop.context.sleep(for: .seconds(1))
                try await shop.expectHears(next)
                try await next.close()
                try await store.close()
            }
        }
    }

    @Test("C4: a submit that never returns ends the wait, stops no other payment, and its late answer is recorded")
    func submit() throws {
        for oneAtATime in [true, false] {
            try explore(oneAtATime: oneAtATime) { shop in
                let store = try await shop.open()
                try await store.waitUntilReady()
                shop.backend.hang(.submit)
                try #require(await failureCode { try await store.purchase("coins") } == .outcomeUnknown)
                try #require(shop.backend.stuck(in: .submit) == 1)
                let started = shop.backend.count(of: .submit)
                shop.backend.hang()
                try #require(try await store.purchase("gems").purchase != nil)
                try #require(shop.backend.count(of: .submit) == started + 1)
                shop.backend.letGo()
                try await shop.wait("the late answer", within: .seconds(60)) {
                    store.entitlements.purchasedQuantity(of: "coins") == 1
                }
                try #require(await shop.appStore.chargeCount == 2)
                try await store.close()
            }
        }
    }

    @Test("C4: an unanswered payment lets the next one go when its caller's deadline or its limit has passed")
    func unansweredPayment() throws {
        for deadline in [Duration.seconds(30), nil] {
            try explore(oneAtATime: true) { shop in
                let store = try await shop.open { $0.limits.payment = .seconds(120) }
                try await store.waitUntilReady()
                await shop.appStore.holdAnswers()
                let code = await failureCode { try await store.purchase("coins", deadline: deadline) }
                try #require(code == (deadline == nil ? .outcomeUnknown : .deadlineExceeded))
                await shop.appStore.releaseAnswers()
                try #require(try await store.purchase("gems", deadline: .seconds(60)).purchase != nil)
                try #require(shop.context.clock.now() <= .seconds(125))
                try await shop.wait("the late answer", within: .seconds(60)) {
                    store.entitlements.purchasedQuantity(of: "coins") == 1
                }
                try await store.close()
            }
        }
    }

    @Test("C4: a finish that never returns stops no other finish, and is not asked for twice meanwhile")
    func finish() throws {
        try explore { shop in
            let store = try await shop.open()
            try await store.waitUntilReady()
            shop.backend.hang(.finish)
            try await store.purchase("coins")
            try await shop.context.sleep(for: .seconds(61))
            shop.backend.hang()
            try await store.purchase("gems")
            try await store.redeliver()
            try await shop.wait("the other finish", within: .seconds(1)) {
                await shop.appStore.unfinishedTransactions.map(\.productID) == ["coins"]
            }
            try #require(shop.backend.stuck(in: .finish) == 1)
            shop.backend.letGo()
            try await shop.wait("the late finish", within: .seconds(60)) {
                guard await shop.appStore.unfinishedCount == 0 else { return false }
                return await store.unfinished().isEmpty
            }
            try await store.close()
        }
    }

    @Test(
        "C4: requests that are never answered end with words that say so, and are not made twice meanwhile",
        arguments: [StubbornBackend.Call.redeliver, .appTransaction, .restore])
    func requests(_ call: StubbornBackend.Call) throws {
        try explore { shop in
            let store = try await shop.open()
            try await store.waitUntilReady()
            shop.backend.hang(call)
            for _ in 0..<2 {
                try #require(await failureCode { try await shop.make(call, store) } == .limitExceeded)
            }
            try #require(shop.backend.count(of: call) == 1)
            shop.backend.letGo()
            try await shop.wait("the late answer", within: .seconds(60)) { shop.backend.most(of: call) == 1 }
            try await shop.context.sleep(for: .seconds(1))
            try #require(try await store.restorePurchases().failed.isEmpty)
            try await store.redeliver()
            try await store.close()
        }
    }

    @Test("C4: an activate() that is late is told to those who wait, and counts when it returns")
    func lateActivation() throws {
        try explore { shop in
            shop.backend.hang(.activate)
            let store = try await shop.open()
            try #require(await failureCode { try await store.waitUntilReady() } == .limitExceeded)
            shop.backend.letGo()
            try await shop.wait("being ready", within: .seconds(60)) { store.isReady }
            try await shop.expectHears(store)
            try await store.close()
        }
    }
}
