import Foundation
import Purser
import PurserTesting

/// A scripted backend that answers each payment inside the call, with a transaction of its own.
enum PayingBackend {
    static func make(_ change: @escaping @Sendable (inout StoreTransaction.Fields) -> Void = { _ in })
        -> ScriptedBackend
    {
        let backend = ScriptedBackend()
        let number = Lock(0)
        backend.change { script in
            script.submit = { [weak backend] payments in
                for payment in payments {
                    let transaction = StoreTransaction.sample("T\(number.next())", payment.productID) { fields in
                        fields.purchasedQuantity = payment.quantity
                        change(&fields)
                    }
                    backend?.inbox.put([transaction.reported(.payment(payment.token))])
                }
            }
        }
        return backend
    }
}

/// A verifier that throws so many times before it finds everything genuine.
final class FailingVerifier: TransactionVerifier {
    private let error: any Error
    private let left: Lock<Int>
    private let asked = Lock(0)

    init(_ error: any Error, times: Int) {
        self.error = error
        left = Lock(times)
    }

    /// How often it was asked.
    var calls: Int { asked.withLock { $0 } }

    /// From now on everything is genuine.
    func recover() { left.withLock { $0 = 0 } }

    func verify(_ transactions: [BackendTransaction]) async throws -> [VerificationVerdict] {
        asked.withLock { $0 += 1 }
        let fails = left.withLock { left in
            defer { left = max(0, left - 1) }
            return left > 0
        }
        if fails { throw error }
        return transactions.map { _ in .verified }
    }
}
