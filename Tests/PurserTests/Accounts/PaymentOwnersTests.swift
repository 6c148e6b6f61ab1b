import Foundation
import PurserTesting
import Testing

@testable import Purser

@Suite("Whose payments are")
struct PaymentOwnersTests {
    private let ada = UUID()
    private let bob = UUID()

    private func intent(_ number: UInt64, of user: UUID, launch: UInt64 = 1, quantity: Int = 1) -> PaymentIntent {
        PaymentIntent(
            token: PaymentToken(launch: launch, number: number),
            request: PaymentRequest(
                productID: "coins", quantity: quantity, appAccountToken: user, context: ["secret": "yes"]),
            requestTime: at(0))
    }

    private func told(_ id: String, _ origin: BackendTransaction.Origin, quantity: Int = 1) -> BackendTransaction {
        BackendTransaction(.sample(id) { $0.purchasedQuantity = quantity }, origin: origin)
    }

    @Test("U3: a token of another user never passes for one's own")
    func foreignTokens() async throws {
        let ledgers = AccountLedgers(at: .memory)
        let launches = (1...4 as ClosedRange<UInt64>).flatMap { drawn in
            [true, false].map { PaymentToken.launch(drawn << 32, namesUser: $0) }
        }
        for launch in launches {
            try await ledgers.claims.asked([intent(1, of: bob, launch: launch)], by: bob)
        }
        let rule = try #require(try await ledgers.filter(for: .user(ada))).rule
        let bobs = try #require(try await ledgers.filter(for: .user(bob))).rule
        for launch in launches {
            let token = PaymentToken(launch: launch, number: 7)
            #expect(rule.verdict(appAccountToken: nil, paidBy: token) == .foreign && !rule.isOwn(token))
            #expect(bobs.verdict(appAccountToken: nil, paidBy: token) == .unclaimed && bobs.isOwn(token))
        }
    }

    @Test(
        "U3: what names neither user nor payment is the user's who has a payment open that fits, also after a relaunch")
    func openPayments() async throws {
        let storage = RememberingStorage()
        var book = TransactionClaims(storage: storage)
        try await book.asked([intent(1, of: ada), intent(2, of: ada, quantity: 3)], by: ada)
        await book.ended([(PaymentToken(launch: 1, number: 1), .pending)])
        await book.ended([(PaymentToken(launch: 1, number: 2), .cancelled)])
        book = TransactionClaims(storage: storage)
        #expect(try await book.claim([told("T3", .other(nil), quantity: 3)], for: bob) == [], "that one was cancelled")
        #expect(try await book.claim([told("T0", .elsewhere)], for: bob) == [], "no payment asked for it")
        #expect(try await book.claim([told("T1", .other(nil))], for: bob) == ["T1"])
        #expect(try await book.claim([told("T2", .other(nil))], for: bob) == [], "the payment has its transaction")
        book = TransactionClaims(storage: storage)
        #expect(try await book.claim([told("T1", .other(nil)), told("T2", .other(nil))], for: ada) == ["T2"])
    }

    @Test("U3: an answer is the present user's who waits; what answers nobody is whose payment is pending")
    func answers() async throws {
        let book = TransactionClaims(storage: RememberingStorage())
        try await book.asked([intent(1, of: ada)], by: ada)
        await book.ended([(PaymentToken(launch: 1, number: 1), .pending)])
        try await book.asked([intent(2, of: bob, launch: 2)], by: bob)
        #expect(try await book.claim([told("T1", .payment(nil))], for: bob) == [])
        #expect(try await book.claim([told("T2", .other(nil))], for: bob) == ["T2"])
    }

    @Test("U3: of another user's payment nothing is kept but what tells whose a transaction is")
    func privacy() throws {
        var owners = PaymentOwners()
        let records = owners.records(asking: [intent(1, of: ada)], by: ada)
        let kept = records.compactMap { record -> PaymentIntent? in
            guard case .intent(let intent) = record else { return nil }
            return intent
        }
        #expect(kept.count == 1 && kept[0].request.context.isEmpty && kept[0].request.appAccountToken == ada)
    }

    @Test("M1, U3: what may be several absent users' is claimed for nobody, until one of them is present")
    func severalAbsent() async throws {
        let book = TransactionClaims(storage: RememberingStorage())
        for (number, user) in [(1, ada), (2, bob)] as [(UInt64, UUID)] {
            try await book.asked([intent(number, of: user, launch: number)], by: user)
            await book.ended([(PaymentToken(launch: number, number: number), .pending)])
        }
        #expect(try await book.claim([told("T1", .other(nil))], for: UUID()) == ["T1"])
        #expect(try await book.claim([told("T1", .other(nil))], for: bob) == [])
        await book.ended([(PaymentToken(launch: 2, number: 2), nil)])
        #expect(try await book.claim([told("T2", .other(nil))], for: bob) == ["T2"], "only Ada's is open")
    }

    @Test("M1, U3: the payment that another user has under way is found, but the present user's comes first")
    func underWay() async throws {
        let book = TransactionClaims(storage: RememberingStorage())
        try await book.asked([intent(1, of: ada)], by: ada)
        #expect(try await book.claim([told("T1", .other(nil))], for: bob) == ["T1"], "Ada's, which nobody waits for")
        try await book.asked([intent(2, of: ada)], by: ada)
        try await book.asked([intent(3, of: bob, launch: 2)], by: bob)
        #expect(try await book.claim([told("T2", .payment(nil))], for: bob) == [])
    }

    @Test(
        "U3: Ask to Buy that is approved while another user is there is told to the one who asked, with the context",
        arguments: [nil, true, false])
    func askToBuy(answersName: Bool?) throws {
        for seed in 1...10 as ClosedRange<UInt64> {
            try Simulation.run(seed: seed) { [ada, bob] context in
                let backend = ScriptedBackend(capabilities: BackendCapabilities(answersNamePayments: answersName))
                let approved = Lock(false)
                let tell: @Sendable () -> Void = { [unowned backend] in
                    guard approved.withLock({ $0 }) else { return }
                    backend.inbox.put(["T1", "T2"].map { StoreTransaction.sample($0).told(.other(nil)) })
                }
                backend.change {
                    $0.activate = { _ in tell() }
                    $0.submit = { [unowned backend] payments in
                        let token = answersName == true ? payments.first?.token : nil
                        backend.inbox.put([
                            .paymentEnded(PaymentEnding(token: token, productID: "coins", result: .pending))
                        ])
                    }
                }
                var configuration = PurchaseStore.Configuration(backend: backend)
                configuration.clock = context.clock
                configuration.generator = context.generator(for: "store")
                configuration.account = .user(ada)
                let store = try await PurchaseStore.open(configuration)
                // Not the first payment of a launch alone is remembered.
                for number in 1...2 {
                    guard case .pending = try await store.purchase("coins", context: ["for": "Ada \(number)"]) else {
                        throw PurchaseFailure(.unknown, "not told as pending")
                    }
                }
                try await store.switchAccount(to: .user(bob))
                try await store.waitUntilReady()
                approved.withLock { $0 = true }
                tell()
                try await context.sleep(for: .seconds(5))
                try #require(store.lastSequence == 0, "it was told to Bob")
                try await store.switchAccount(to: .user(ada))
                var updates = try store.updates(after: 0).makeAsyncIterator()
                for number in 1...2 { try #require(await updates.next()?.context == ["for": "Ada \(number)"]) }
                await store.close()
            }
        }
    }
}
