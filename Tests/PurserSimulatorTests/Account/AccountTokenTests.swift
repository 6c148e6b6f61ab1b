import Foundation
import Purser
import Testing

@testable import PurserSimulator

@Suite("The account: the app's users")
struct AccountTokenTests {
    private let ada = UUID()
    private let bob = UUID()

    private func users(_ events: [BackendEvent]) -> [UUID?] {
        events.compactMap(\.transaction).map(\.transaction.appAccountToken)
    }

    @Test("U3: every telling of a transaction carries its user", arguments: [true, false])
    func tellings(echoesTokens: Bool) throws {
        var account = SimulatedAccountState.sample(echoesTokens: echoesTokens)
        #expect(users(account.paymentsSubmitted([payment(1, "lamp", of: ada)], at: at(0))) == [ada])
        account.scripts = [.asksToBuy]
        _ = account.paymentsSubmitted([payment(2, "coins", of: ada)], at: at(1))
        let waiting = try #require(account.book.payments.waiting.first)
        #expect(users(try account.approved(waiting.id, at: at(2))) == [ada])
        _ = account.paymentsSubmitted([payment(3, "silver", of: bob)], at: at(3))
        // The upgrade is Ada's, and what it replaces stays Bob's.
        #expect(users(account.paymentsSubmitted([payment(4, "gold", of: ada)], at: at(4))) == [ada, bob])
        let id = account.book.transactions.records[0].transaction.id
        #expect(users(account.restoreRequested(RestoreID(rawValue: 1))) == [ada, bob, ada])
        #expect(users(account.unfinished()) == [ada, ada, bob, ada])
        #expect(users(try account.revoked(id, reason: .other, percentage: 100, at: at(5))) == [ada])
        #expect(users(try account.reinstated(id, at: at(6))) == [ada])
    }

    @Test("U3: what is owned answers with its owner; without tokens with a copy for the payer")
    func owned() {
        var account = SimulatedAccountState.sample()
        _ = account.paymentsSubmitted([payment(1, "lamp", of: ada)], at: at(0))
        #expect(users(account.paymentsSubmitted([payment(2, "lamp", of: bob)], at: at(1))) == [ada])
        account = .sample(echoesTokens: false)
        _ = account.paymentsSubmitted([payment(1, "lamp", of: ada)], at: at(0))
        #expect(users(account.paymentsSubmitted([payment(2, "lamp", of: bob)], at: at(1))) == [bob])
    }

    @Test("A purchase on another device has the user that was named there, or none")
    func elsewhere() throws {
        var account = SimulatedAccountState.sample()
        for user in [ada, nil] {
            #expect(users(try account.boughtElsewhere(payment(0, "coins", of: user), at: at(0)).events) == [user])
        }
    }
}
