import Foundation
import Purser
import StoreKit
import Testing

@testable import StoreKitAdapters

@Suite("What StoreKit 1's queue tells goes on as what it may be")
struct StoreKit1StateTests {
    private let key = StoreKit1State.Key(productID: "coins", quantity: 1, username: nil)

    /// A queue that somebody observes.
    private struct Queue {
        var state = StoreKit1State()

        init() { state.activated() }

        mutating func report(
            _ transaction: SKPaymentTransactionState, _ handle: Int, id: String? = nil, isLeftover: Bool = false,
            error: (any Error)? = nil
        ) -> BackendEvent? {
            var said = SKPaymentTransaction.Said(transaction)
            (said.id, said.error) = (id, error)
            let reported = QueueTransaction(SKPaymentTransaction(.init(productIdentifier: "coins"), said))
            return state.updated(reported, handle, isLeftover: isLeftover) { _, id in
                StoreTransaction(
                    .init(
                        id: id, productID: "coins", productType: .consumable,
                        purchaseDate: Date(timeIntervalSince1970: 0)))
            }
        }
    }

    private func ending(_ event: BackendEvent?) -> PaymentEnding? {
        if case .paymentEnded(let ending)? = event { ending } else { nil }
    }

    @Test("What the queue says once, while nobody listens, is told to who listens next")
    func unreported() throws {
        let revoked = BackendEvent.entitlementsRevoked(productIDs: ["lamp"])
        let promoted = BackendEvent.promotedPurchase(PromotedPurchase(id: "lamp 1", productID: "lamp"))
        var queue = Queue()
        let reported = queue.state.mayReport([revoked])
        let kept = queue.state.takeUnreported()
        #expect(reported && kept.isEmpty)
        let event = queue.report(.purchased, 1, id: "7")
        let bought = try #require(event)
        queue.state.deactivated()
        let toldLate = [queue.state.mayReport([bought, revoked]), queue.state.mayReport([promoted])]
        #expect(toldLate == [false, false])
        queue.state.activated()
        let unreported = queue.state.takeUnreported()
        guard unreported.count == 2, case .entitlementsRevoked(let products) = unreported[0],
            case .promotedPurchase(let purchase) = unreported[1]
        else {
            Issue.record("\(unreported)")
            return
        }
        #expect(products == ["lamp"] && purchase.productID == "lamp")
        let rest = queue.state.takeUnreported()
        #expect(rest.isEmpty)
    }

    @Test("M1: what is bought while a payment waits may answer it; what comes without one does not")
    func answers() {
        var queue = Queue()
        queue.state.submitted(key)
        let purchasing = queue.report(.purchasing, 1)
        #expect(purchasing == nil)
        let answer = queue.report(.purchased, 1, id: "1")
        #expect(answer?.transaction?.origin == .payment(nil))
        let repeated = queue.report(.purchased, 1, id: "1")
        #expect(repeated == nil)
        let renewal = queue.report(.purchased, 2, id: "2")
        #expect(renewal?.transaction?.origin == .other(nil))
    }

    @Test("M2: what lay in the queue answers no payment")
    func leftovers() {
        var queue = Queue()
        let old = queue.report(.purchased, 1, id: "1", isLeftover: true)
        #expect(old?.transaction?.origin == .other(nil))
        queue.state.submitted(key)
        let again = queue.report(.purchased, 1, id: "1", isLeftover: true)
        #expect(again?.transaction?.origin == .other(nil))
        let late = queue.report(.purchased, 3, id: "3")
        #expect(late?.transaction?.origin == .other(nil), "it comes late, while a payment sheet is open")
        _ = queue.report(.purchasing, 2)
        let answer = queue.report(.purchased, 2, id: "2")
        #expect(answer?.transaction?.origin == .payment(nil))
    }

    @Test("M2: a new observer is told again what is in the queue, and none of it answers a payment")
    func activatedAgain() {
        var queue = Queue()
        queue.state.submitted(key)
        _ = queue.report(.purchasing, 1)
        let answer = queue.report(.purchased, 1, id: "1")
        #expect(answer?.transaction?.origin == .payment(nil))
        queue.state.deactivated()
        queue.state.activated()
        queue.state.submitted(key)
        let again = queue.report(.purchased, 1, id: "1")
        #expect(again?.transaction?.origin == .other(nil))
    }

    @Test("F4: a payment that is put off is told once and never finished, and its approval answers nobody who waits")
    func deferred() {
        var queue = Queue()
        queue.state.submitted(key)
        let pending = queue.report(.deferred, 1)
        guard case .pending? = ending(pending)?.result else { return #expect(Bool(false)) }
        let again = queue.report(.deferred, 1, isLeftover: true)
        #expect(again == nil)
        queue.state.submitted(key)
        let approved = queue.report(.purchased, 1, id: "1")
        #expect(approved?.transaction?.origin == .other(nil))
        _ = queue.report(.purchasing, 2)
        let answer = queue.report(.purchased, 2, id: "2")
        #expect(answer?.transaction?.origin == .payment(nil))
    }

    @Test("F4: a failed payment can be finished, by a name of its own; told again it answers nobody")
    func failed() throws {
        var queue = Queue()
        queue.state.submitted(key)
        let failed = try #require(ending(queue.report(.failed, 1, error: SKError(.paymentNotAllowed))))
        #expect(!failed.isLeftover)
        let again = try #require(ending(queue.report(.failed, 1, isLeftover: true, error: SKError(.paymentNotAllowed))))
        #expect(again.isLeftover && again.failedTransactionID == failed.failedTransactionID)
        let handle = queue.state.finished(try #require(failed.failedTransactionID))
        #expect(handle == 1)
        queue.state.submitted(key)
        let cancelled = try #require(ending(queue.report(.failed, 2, error: SKError(.paymentCancelled))))
        guard case .cancelled = cancelled.result else { return #expect(Bool(false)) }
    }

    @Test("F5: what is being finished is not told again, unless StoreKit says that it is still there")
    func finishing() {
        var queue = Queue()
        _ = queue.report(.purchased, 1, id: "1")
        let first = queue.state.finished("1")
        let second = queue.state.finished("1")
        #expect(first == 1 && second == nil)
        let listed = queue.report(.purchased, 1, id: "1", isLeftover: true)
        #expect(listed == nil)
        queue.state.submitted(key)
        let reported = queue.report(.purchased, 1, id: "1")
        #expect(reported?.transaction?.origin == .payment(nil), "the old transaction, in place of a new one")
        let third = queue.state.finished("1")
        #expect(third == 1)
        queue.state.removed(1)
        let unknown = queue.state.finished("1")
        #expect(unknown == nil)
    }

    @Test("Two restores end one after the other, each with its own")
    func restores() {
        var queue = Queue()
        queue.state.restoring(RestoreID(rawValue: 1))
        queue.state.restoring(RestoreID(rawValue: 2))
        let one = queue.report(.restored, 1, id: "1")
        #expect(one?.transaction?.origin == .restore(RestoreID(rawValue: 1)))
        guard case .restoreEnded(RestoreID(rawValue: 1), nil)? = queue.state.restored(nil) else {
            return #expect(Bool(false))
        }
        let two = queue.report(.restored, 2, id: "2")
        #expect(two?.transaction?.origin == .restore(RestoreID(rawValue: 2)))
    }
}

@Suite("The names of users")
struct ApplicationUsernameTests {
    @Test(
        "U3: a name keeps its UUID over launches, a UUID stands for itself, and a table that is damaged is not replaced"
    )
    func table() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json")
        defer { try? FileManager.default.removeItem(at: file) }
        let names = try ApplicationUsernames(file: file)
        let id = try names.userID(for: "5f3c9a")
        #expect(try names.userID(for: "5f3c9a") == id)
        #expect(try names.userID(for: "other") != id)
        let later = try ApplicationUsernames(file: file)
        #expect(try later.userID(for: "5f3c9a") == id)
        #expect(later.name(of: id) == "5f3c9a")
        let user = UUID()
        #expect(try later.userID(for: user.uuidString) == user)
        #expect(later.name(of: user) == user.uuidString.lowercased())
        try Data("{".utf8).write(to: file)
        #expect(throws: BackendFailure.self) { try ApplicationUsernames(file: file) }
    }

    @Test("A name whose table cannot be written gets no UUID")
    func unwritable() throws {
        let names = try ApplicationUsernames(file: URL(filePath: "/no such folder/usernames.json"))
        #expect(throws: BackendFailure.self) { try names.userID(for: "5f3c9a") }
        #expect(throws: BackendFailure.self) { try names.userID(for: "5f3c9a") }
    }
}

@Suite("The queue's observer")
struct QueueObserverTests {
    /// Optional methods of Objective-C are called by their names: a misspelt one would never be.
    @Test("Each thing that the queue can say is heard, through the protocol")
    func everyMethod() {
        let received = Lock<[String]>([])
        let observer = QueueObserver { change in
            received.withLock { $0.append(String("\(change)".prefix { $0 != "(" })) }
        }
        let queue = SKPaymentQueue()
        let listener: any SKPaymentTransactionObserver = observer
        listener.paymentQueue(queue, updatedTransactions: [])
        listener.paymentQueue(queue, removedTransactions: [])
        listener.paymentQueueRestoreCompletedTransactionsFinished(queue)
        listener.paymentQueue(queue, restoreCompletedTransactionsFailedWithError: SKError(.unknown))
        let product = SKProduct(Product(StoreProduct(id: "coins", type: .consumable, price: 1)))
        #expect(!listener.paymentQueue(queue, shouldAddStorePayment: SKPayment(product: product), for: product))
        listener.paymentQueue(queue, didRevokeEntitlementsForProductIdentifiers: ["lamp"])
        #expect(
            received.withLock { $0 }
                == ["updated", "removed", "restoreEnded", "restoreEnded", "promoted", "entitlementsRevoked"])
    }
}
