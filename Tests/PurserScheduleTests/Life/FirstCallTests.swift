import Purser
import PurserSimulator
import PurserTesting
import Testing

/// A call that is made right after `open`, before the backend listens.
@Suite("Calls right after opening")
struct FirstCallTests {
    /// Those that are the device's are also made while no user is named, when no backend is active.
    private static let ofDevice: Set<StubbornBackend.Call> = [.products, .localReceipt, .refreshReceipt]
    private static let calls = StubbornBackend.Call.allCases.filter {
        ![.activate, .deactivate, .environment, .run].contains($0)
    }

    @Test("C4: a call waits for the activation of the backend, and needs no other call before it", arguments: calls)
    func waits(_ call: StubbornBackend.Call) throws {
        try LifeShop.explore { shop in
            shop.backend.hang(.activate)
            let store = try await shop.open()
            let answer = shop.context.start { try await shop.make(call, store) }
            try await shop.context.sleep(for: .seconds(30))
            try #require(shop.backend.count(of: call) == 0 || Self.ofDevice.contains(call))
            shop.backend.letGo()
            try await answer.value
            try await store.close()
        }
    }

    @Test(
        "C4: a call fails as the activation does, or succeeds with its next attempt", arguments: calls, [true, false])
    func fails(_ call: StubbornBackend.Call, comesBack: Bool) throws {
        try LifeShop.explore { shop in
            await shop.appStore.setOnline(false)
            let store = try await shop.open()
            let answer = shop.context.start { await failureCode { try await shop.make(call, store) } }
            try await shop.context.sleep(for: .seconds(1))
            // `redeliver()` waits as long as the activation is retried.
            if comesBack || call == .redeliver { await shop.appStore.setOnline(true) }
            let code = try await answer.value
            // The storefront is known offline, and the app transaction is not requested twice.
            let succeeds = [.storefront, .redeliver].contains(call) || comesBack && call != .appTransaction
            try #require(code == (succeeds ? nil : .networkError))
            try await store.close()
        }
    }

    @Test("C4: a call says that the activation was not answered", arguments: calls.filter { $0 != .storefront })
    func neverActive(_ call: StubbornBackend.Call) throws {
        try LifeShop.explore { shop in
            shop.backend.hang(.activate)
            let store = try await shop.open()
            let code = await failureCode { try await shop.make(call, store) }
            try #require(code == .limitExceeded || Self.ofDevice.contains(call))
            try await store.close()
            shop.backend.letGo()
        }
    }
}
