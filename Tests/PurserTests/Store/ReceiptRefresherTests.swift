import Foundation
import Purser
import PurserTesting
import Testing

@Suite("Receipt", .timeLimit(.minutes(30))) struct ReceiptRefresherTests {
    let local = StoreReceipt(data: Data("local".utf8))

    func withRefresher(
        _ backend: ScriptedBackend, clock: VirtualClock = VirtualClock(),
        _ body: (ReceiptRefresher) async throws -> Void
    ) async throws {
        let refresher = ReceiptRefresher(
            backend: backend, retrier: Retrier(timer: RetryTimer(clock: clock)), policy: .immediate, clock: clock)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await refresher.run() }
            defer { refresher.close() }
            try await body(refresher)
        }
        #expect(refresher.load == (0, 0, 0))
    }

    @Test("a local receipt is used, unless a fresh one is wanted") func localFirst() async throws {
        let backend = ScriptedBackend()
        backend.change { [local] in $0.localReceipt = { local } }
        try await withRefresher(backend) { (refresher) async throws in
            #expect(try await refresher.receipt() == local)
            #expect(backend.record.receiptRefreshes == 0)
            #expect(try await refresher.receipt(forceRefresh: true).data == Data("receipt 1".utf8))
        }
    }

    @Test("a local receipt without bytes counts as none") func emptyLocal() async throws {
        let backend = ScriptedBackend()
        backend.change { $0.localReceipt = { StoreReceipt(data: Data()) } }
        try await withRefresher(backend) { (refresher) async throws in
            #expect(try await refresher.receipt().data == Data("receipt 1".utf8))
        }
    }

    @Test("C2: refreshes that overlap share one flight, and each is answered") func shared() async throws {
        let gate = EventCount()
        let backend = ScriptedBackend()
        backend.change { script in
            script.refreshReceipt = { request in
                try await gate.wait(after: 0)
                return StoreReceipt(data: Data("receipt \(request)".utf8))
            }
        }
        try await withRefresher(backend) { (refresher) async throws in
            async let first = refresher.receipt()
            async let second = refresher.receipt(forceRefresh: true)
            async let third = refresher.receipt(forceRefresh: true, deadline: .seconds(5))
            try await eventually { refresher.load.callers == 3 && backend.record.receiptRefreshes == 1 }
            // The first caller looks at the device before it joins the refresh.
            try await eventually { refresher.load.requests == 1 }
            gate.advance()
            let receipts = try await [first, second, third]
            #expect(Set(receipts.map { String(decoding: $0.data, as: UTF8.self) }) == ["receipt 1"])
            #expect(backend.record.receiptRefreshes == 1)
        }
    }

    @Test("C1: after a refresh that failed, the next one is answered") func failureThenSuccess() async throws {
        let backend = ScriptedBackend()
        backend.change { script in
            script.refreshReceipt = { request in
                if request == 1 { throw BackendFailure(.paymentCancelled, "not signed in", retry: .user) }
                return StoreReceipt(data: Data([1]))
            }
        }
        try await withRefresher(backend) { (refresher) async throws in
            let failure = await #expect(throws: PurchaseFailure.self) { try await refresher.receipt() }
            #expect(failure?.code == .paymentCancelled)
            #expect(backend.record.receiptRefreshes == 1, "a person's decision is not tried again")
            #expect(try await refresher.receipt().data == Data([1]))
        }
    }

    @Test("R1: failures and empty receipts are retried by policy, and end in a typed failure") func retried()
        async throws
    {
        let backend = ScriptedBackend()
        backend.change { $0.refreshReceipt = { _ in StoreReceipt(data: Data()) } }
        try await withRefresher(backend) { (refresher) async throws in
            let failure = await #expect(throws: PurchaseFailure.self) { try await refresher.receipt() }
            #expect(failure?.code == .receiptUnavailable)
            #expect(backend.record.receiptRefreshes == 5)
        }
    }

    @Test("C1: the deadline counts from the call, over both steps") func deadline() async throws {
        let clock = VirtualClock()
        let backend = ScriptedBackend()
        backend.change { script in
            script.localReceipt = {
                clock.advance(by: .seconds(4))
                return nil
            }
            script.refreshReceipt = { _ in
                try await EventCount().wait(after: 0)
                return StoreReceipt(data: Data())
            }
        }
        try await withRefresher(backend, clock: clock) { refresher in
            async let answer = failureCode { try await refresher.receipt(deadline: .seconds(5)) }
            try await eventually { backend.record.receiptRefreshes == 1 }
            clock.advance(by: .seconds(1))
            #expect(await answer == .deadlineExceeded)
        }
    }

    @Test("C3: closing ends the waiting, and later calls") func close() async throws {
        let backend = ScriptedBackend()
        backend.change { script in
            script.refreshReceipt = { _ in
                try await EventCount().wait(after: 0)
                return StoreReceipt(data: Data())
            }
        }
        try await withRefresher(backend) { refresher in
            async let answer = failureCode { try await refresher.receipt() }
            try await eventually { backend.record.receiptRefreshes == 1 }
            refresher.close()
            #expect(await answer == .storeClosed)
            #expect(await failureCode { try await refresher.receipt() } == .storeClosed)
        }
    }
}
