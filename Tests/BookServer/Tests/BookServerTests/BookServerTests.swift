import Foundation
import Purser
import PurserServer
import PurserSigning
import PurserSimulator
import Testing

@Suite(
    "A server with a purchase book", .enabled(if: Garden.database != nil, "PURSER_DATABASE is not set"),
    .serialized, .timeLimit(.minutes(30)))
struct BookServerTests {
    private let user = UUID()

    @Test("K1, K2: what an app and Apple report, at two processes, is recorded once, owned and mailed")
    func reporting() async throws {
        let garden = try await Garden()
        try await garden.serve { one in
            try await garden.serve { other in
                let lamp = try await garden.store.buyElsewhere("lamp", appAccountToken: user)
                let signed = try garden.authority.sign(lamp)
                for server in [one, other, one] { #expect(try await server.post("transactions", signed).status == 200) }
                try await garden.store.buyElsewhere("coins", quantity: 3, appAccountToken: user)
                let (first, second) = (try other.url("notifications"), try one.url("notifications"))
                let posted = await garden.apple.deliverNotifications(to: first)
                #expect(posted.postedCount == 2 && posted.acceptedCount == 2)
                #expect(try await one.owned(by: user) == Server.Owned(products: ["lamp"], quantities: ["coins": 3]))

                try await garden.store.refund(lamp.id)
                #expect(await garden.apple.deliverNotifications(to: second).acceptedCount == 1)
                #expect(try await other.owned(by: user) == Server.Owned(quantities: ["coins": 3]))
                try await garden.mails.wait(for: 3)
            }
        }
        // Both processes have ended: nothing is sent any more.
        let sent = await garden.mails.sent
        #expect(sent.map(\.update.sequence) == [1, 2, 3] && sent.map(\.user) == [user, user, user])
        #expect(sent.map(\.update.kind) == [.purchased, .purchased, .revoked])
    }

    @Test("What is forged, another app's or unreadable is answered so that Apple does not post it for days")
    func badInput() async throws {
        let garden = try await Garden()
        let lamp = try await garden.store.buyElsewhere("lamp", appAccountToken: user)
        let forged = try SigningAuthority().sign(lamp)
        var fields = lamp.fields
        fields.appBundleID = "com.example.shop"
        let foreign = try garden.authority.sign(StoreTransaction(fields))
        fields = lamp.fields
        fields.environment = .sandbox
        let sandboxed = try garden.authority.sign(StoreTransaction(fields))
        try await garden.serve { server in
            for (status, route, body) in [
                (403, "transactions", forged), (200, "transactions", foreign), (200, "transactions", sandboxed),
                (400, "transactions", "no signature"), (413, "transactions", String(repeating: "a", count: 1_048_577)),
                (400, "notifications", "no JSON"), (400, "notifications", #"{"signedPayload":"no signature"}"#),
            ] {
                let answer = try await server.post(route, body)
                #expect(answer.status == status, "\(route): \(body.prefix(100))")
            }
            let owned = try await server.owned(by: user)
            #expect(owned == Server.Owned())
        }
        #expect(await garden.mails.sent.isEmpty)
    }

    @Test("K3: while the database is away posts are answered with 503; what is repeated then is recorded once")
    func away() async throws {
        let garden = try await Garden()
        try await garden.serve { server in
            let lamp = try await garden.store.buyElsewhere("lamp", appAccountToken: user)
            let signed = try garden.authority.sign(lamp)
            let notifications = try server.url("notifications")
            try Garden.open(false)
            defer { try? Garden.open(true) }
            let answer = try await server.post("transactions", signed)
            #expect(answer.status == 503 && answer.retryAfter == "10")
            let missed = await garden.apple.deliverNotifications(to: notifications)
            #expect(missed.postedCount == 1 && missed.acceptedCount == 0)

            try Garden.open(true)
            try await garden.store.advanceTime(by: .seconds(3_600))
            #expect(await garden.apple.deliverNotifications(to: notifications).acceptedCount == 1)
            #expect(try await server.post("transactions", signed).status == 200)
            #expect(try await server.owned(by: user) == Server.Owned(products: ["lamp"]))
            try await garden.mails.wait(for: 1)
        }
        #expect(await garden.mails.sent.map(\.update.sequence) == [1])
    }
}
