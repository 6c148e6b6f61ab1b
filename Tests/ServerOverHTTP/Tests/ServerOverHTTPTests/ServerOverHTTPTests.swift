import Foundation
import Purser
import PurserServerAPI
import PurserSigning
import PurserSimulator
import Testing

@Suite("Apple's server over real sockets", .timeLimit(.minutes(30)))
struct ServerOverHTTPTests {
    @Test("Calls with and without a body go through, and what they change is changed")
    func calls() async throws {
        try await MountedServer.run { mounted in
            let client = mounted.client()
            let user = UUID()
            let id = try await mounted.store.buyElsewhere("coins").id
            #expect(try await client.getTransactionInfo(id).signedTransaction != nil)
            try await client.setAppAccountToken(user, of: id)
            try await client.finishTransaction(id)
            let transaction = try #require(await mounted.store.transactions.first)
            #expect(transaction.appAccountToken == user)
            #expect(await mounted.store.unfinishedCount == 0)
            let failure = await #expect(throws: ServerAPIFailure.self) { try await client.getTransactionInfo("5") }
            #expect(failure?.serverCode == .transactionIdNotFound)
        }
    }

    @Test("A long history comes page by page over connections that stay open")
    func pages() async throws {
        try await MountedServer.run { mounted in
            var ids: Set<String> = []
            for _ in 0..<210 { ids.insert(try await mounted.store.buyElsewhere("coins").id) }
            let client = mounted.client()
            var (pages, count) = (0, 0)
            for try await page in client.transactionHistory(of: try #require(ids.first)) {
                pages += 1
                count += page.signedTransactions.count
            }
            #expect(pages == 11 && count == 210)
        }
    }

    @Test("64 callers at once are all answered")
    func crowd() async throws {
        try await MountedServer.run { mounted in
            let id = try await mounted.store.buyElsewhere("coins").id
            let client = mounted.client()
            let answered = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<64 { group.addTask { try await client.getTransactionInfo(id).signedTransaction != nil } }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(answered == 64)
        }
    }

    @Test("An answer that ends in its middle is asked for again")
    func cut() async throws {
        try await MountedServer.run(first: .cut) { mounted in
            let id = try await mounted.store.buyElsewhere("coins").id
            #expect(try await mounted.client().getTransactionInfo(id).signedTransaction != nil)
            #expect(await mounted.server.requestCount == 2)
        }
    }

    @Test("An answer that never comes is given up after the limit of a request")
    func silence() async throws {
        try await MountedServer.run(first: .silent) { mounted in
            let id = try await mounted.store.buyElsewhere("coins").id
            let client = mounted.client(limit: .milliseconds(300), retries: .once)
            let failure = await #expect(throws: ServerAPIFailure.self) { try await client.getTransactionInfo(id) }
            #expect(failure?.code == .network)
        }
    }

    @Test("A key that the server does not know is refused after one more try")
    func strangers() async throws {
        try await MountedServer.run { mounted in
            let id = try await mounted.store.buyElsewhere("coins").id
            await mounted.server.reject(keyID: mounted.server.key.id)
            let failure = await #expect(throws: ServerAPIFailure.self) {
                try await mounted.client().getTransactionInfo(id)
            }
            #expect(failure?.code == .unauthorized)
            #expect(await mounted.server.requestCount == 2)
        }
    }
}
