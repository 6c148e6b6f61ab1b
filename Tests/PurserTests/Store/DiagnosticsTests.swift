import Foundation
import PurserSimulator
import PurserTesting
import Testing

@testable import Purser

@Suite("What an operator is told", .timeLimit(.minutes(30)))
struct DiagnosticsTests {
    private struct Broken: RetryClassifying {
        let secret = "the customer's secret"
        var retryClass: RetryClass { .permanent }
    }

    private let backend = ScriptedBackend()

    private func open(
        _ configure: (inout PurchaseStore.Configuration) -> Void = { _ in }
    ) async throws -> PurchaseStore {
        var configuration = PurchaseStore.Configuration(backend: backend)
        configuration.retries.grant = RetryPolicy(
            initialDelay: .milliseconds(1), maximumDelay: .milliseconds(1), maximumAttempts: 2, maximumElapsed: nil)
        configure(&configuration)
        let store = try await PurchaseStore.open(configuration)
        try await store.waitUntilReady()
        return store
    }

    @Test("V2: dead letters and what is not genuine are told, though nobody waited, with nothing private in it")
    func reported() async throws {
        let store = try await open { configuration in configuration.grant = { _ in throw Broken() } }
        var diagnostics = store.diagnostics.makeAsyncIterator()
        backend.inbox.put([StoreTransaction.sample("t1").reported(.elsewhere)])
        var reported: [StoreDiagnostic] = []
        while reported.last?.kind != .deadLetter, let next = await diagnostics.next() { reported.append(next) }
        #expect(reported.last?.severity == .error && reported.last?.subject.transactionID == "t1")
        let gaveUp = reported.first { $0.kind == .gaveUp && $0.subject.stage == "grant" }
        #expect(gaveUp?.subject.transactionID == "t1")
        var forged = StoreTransaction.sample("t2").reported(.elsewhere)
        if case .transaction(var transaction) = forged {
            transaction.verification = .invalid("the customer's secret")
            forged = .transaction(transaction)
        }
        backend.inbox.put([forged])
        while reported.last?.kind != .rejected, let next = await diagnostics.next() { reported.append(next) }
        #expect(reported.last?.subject.transactionID == "t2" && reported.last?.severity == .error)
        for diagnostic in reported { #expect(!"\(diagnostic) \(diagnostic.message)".contains("secret")) }
        try await store.close()
        while await diagnostics.next() != nil {}
    }

    @Test("L2: a ledger that cannot be written is told, and a followed update that is set aside")
    func ledger() async throws {
        let files = CrashingFiles()
        let store = try await open { configuration in
            configuration.storage = FileLedgerStorage(files, worker: BlockingWorker(label: "test"))
        }
        var diagnostics = store.diagnostics.makeAsyncIterator()
        files.change { $0.isReadOnly = true }
        #expect(await failureCode { try await store.purchase("seeds") } == .ledgerUnavailable)
        #expect(await diagnostics.next()?.kind == .ledgerTrouble)
        files.change { $0.isReadOnly = false }
        backend.inbox.put([StoreTransaction.sample("t1").reported(.elsewhere)])
        try await eventually { store.lastSequence == 1 }
        let following = Task { try await store.follow("app", from: .beginning) { _ in throw Broken() } }
        var last: StoreDiagnostic?
        while last?.kind != .updateFailed, let next = await diagnostics.next() { last = next }
        #expect(last?.subject == .init(transactionID: "t1", productID: "coins", consumer: "app"))
        #expect(last?.message.contains("update 1") == true)
        #expect(last?.message.contains("releaseFailedUpdate(_:)") == true)
        try await store.close()
        try await following.value
    }

    @Test("A reader that is slow costs no more than its list: the oldest are dropped, and it is told how many")
    func bounded() async {
        let feed = DiagnosticFeed()
        let made = Lock(0)
        func make(_ number: Int) -> StoreDiagnostic {
            made.withLock { $0 += 1 }
            return StoreDiagnostic(.retry, .notice, count: number, message: "")
        }
        do {
            var (slow, other) = (feed.stream().makeAsyncIterator(), feed.stream().makeAsyncIterator())
            for number in 1...MemoryLimits.diagnostics + 44 {
                feed.report(make(number))
                _ = await other.next()
            }
            #expect(await slow.next()?.kind == .dropped)
            #expect(await slow.next()?.count == 45)
            feed.close()
            var rest = 1
            while await slow.next() != nil { rest += 1 }
            #expect(rest == MemoryLimits.diagnostics)
            #expect(await other.next() == nil)
        }
        feed.report(make(0))
        #expect(made.withLock { $0 } == MemoryLimits.diagnostics + 44, "nobody listens any more")
    }

    @Test("V2: what is told before anybody can listen is kept for the first who does, in bounds")
    func early() async {
        let feed = DiagnosticFeed()
        let made = Lock(0)
        for number in 1...MemoryLimits.diagnostics + 5 {
            feed.report(
                made.withLock {
                    $0 += 1
                    return StoreDiagnostic(.retry, .notice, count: number, message: "")
                })
        }
        #expect(made.withLock { $0 } == MemoryLimits.diagnostics)
        var first = feed.stream().makeAsyncIterator()
        var second = feed.stream().makeAsyncIterator()
        let dropped = await first.next()
        #expect(dropped?.kind == .dropped && dropped?.count == 5)
        for number in 1...MemoryLimits.diagnostics { #expect(await first.next()?.count == number) }
        feed.report(StoreDiagnostic(.retry, .notice, count: 7, message: ""))
        #expect(await first.next()?.count == 7)
        #expect(await second.next()?.count == 7)
        feed.close()
        #expect(await first.next() == nil)
    }

    @Test("C4: of a call that takes too long it is told which one it was")
    func overdue() async throws {
        let clock = VirtualClock()
        let (begun, begins) = AsyncStream.makeStream(of: Void.self)
        let (release, released) = AsyncStream.makeStream(of: Never.self)
        let store = try await open { configuration in
            configuration.clock = clock
            configuration.grant = { _ in
                begins.finish()
                for await _ in release {}
            }
        }
        var diagnostics = store.diagnostics.makeAsyncIterator()
        backend.inbox.put([StoreTransaction.sample("t1").reported(.elsewhere)])
        for await _ in begun {}
        clock.advance(by: .seconds(61))
        let reported = await diagnostics.next()
        released.finish()
        #expect(reported?.kind == .callTimedOut && reported?.subject == .init(call: "grant"))
        #expect(reported?.description.hasPrefix("warning: callTimedOut (call grant)") == true)
        try await store.close()
    }

    @Test("What is told reads as one line")
    func wording() {
        let subject = StoreDiagnostic.Subject(transactionID: "42", productID: "coins")
        let diagnostic = StoreDiagnostic(.rejected, .warning, subject, message: "Not genuine.")
        #expect("\(diagnostic)" == "warning: rejected (transaction 42 of coins): Not genuine.")
        #expect(StoreDiagnostic.Severity.notice < .error && "\(StoreDiagnostic.Severity(rawValue: 9))" == "9")
    }
}
