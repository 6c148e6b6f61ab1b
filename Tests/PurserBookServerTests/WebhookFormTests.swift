#if Server
    import Foundation
    import Purser
    import PurserServer
    import TestDatabase
    import Testing

    @testable import PurserBookServer

    @Suite("The form of what webhooks get")
    struct WebhookFormTests {
        @Test("The signature is that of Standard Webhooks, by its published example; of two secrets there are two")
        func signature() throws {
            let text = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
            let secret = try #require(WebhookSecret(text))
            let (id, seconds) = ("msg_p5jXN8AQM9LWM0D4loKWxJek", Int64(1_614_265_330))
            let body = Data(#"{"test": 2432232314}"#.utf8)
            let signature = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
            #expect(
                secret.fields(id: id, at: seconds, body: body) == [
                    "webhook-id": id, "webhook-timestamp": "1614265330", "webhook-signature": signature,
                ])
            let other = "whsec_" + Data(repeating: 7, count: 24).base64EncodedString()
            let both = try #require(WebhookSecret("\(other) \(text)")).fields(id: id, at: seconds, body: body)
            #expect(both["webhook-signature"]?.split(separator: " ").last.map(String.init) == signature)
            #expect(both["webhook-signature"]?.split(separator: " ").count == 2)
        }

        @Test("Secrets that are short, and addresses that anybody can read, are rejected")
        func mistakes() throws {
            for text in [
                "", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_", "whsec_AAAA", "whsec_%",
                "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw x",
            ] {
                #expect(WebhookSecret(text) == nil, "\(text)")
            }
            let secret = try #require(WebhookSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
            for text in [
                "", "mailer", "mailer=", "=https://a.example", "ma iler=https://a.example", "m=http://a.example",
                "m=ftp://localhost", "m=http://localhost.example", "m=a.example", "job:m=https://a.example",
                "m=https://a.example:99999",
            ] { #expect(Webhook(text, secret: secret) == nil, "\(text)") }
            for text in [
                "m=https://a.example/b?c=d", "m_1-a=http://127.0.0.1:80/", "m=http://localhost:1",
                "m=HTTPS://a.example",
            ] {
                #expect(Webhook(text, secret: secret) != nil, "\(text)")
            }
        }

        @Test("A webhook as a text is its name alone: the address may have a password, and its query may be secret")
        func description() throws {
            let secret = try #require(WebhookSecret(Receiver.secret))
            let webhook = try #require(Webhook("mailer=https://me:word@a.example/?key=b", secret: secret))
            for text in ["\(webhook)", String(reflecting: webhook), "\([webhook])"] {
                #expect(text.contains("mailer") && !text.contains("word") && !text.contains("key"), "\(text)")
            }
        }

        @Test("The body has the version, the key and the number of the update, and the transaction by its names")
        func body() throws {
            let update = StoreUpdate(
                sequence: 7, kind: .revoked, transaction: .coins("5", of: user(1)).revoked(at: 9),
                account: .user(user(1)))
            let body = try WebhookBody(BookUpdate(user: user(1), update: update, fence: 1 << 57 + 1, epoch: 3)).json()
            let object = try #require(try JSONSerialization.jsonObject(with: body) as? [String: Any])
            #expect(Set(object.keys) == ["type", "timestamp", "data"] && object["type"] as? String == "update.revoked")
            #expect(object["timestamp"] as? String == update.recordedAt.formatted(.iso8601))
            let data = try #require(object["data"] as? [String: Any])
            #expect(
                Set(data.keys) == ["version", "key", "user", "number", "kind", "epoch", "fence", "transaction"])
            #expect(data["version"] as? Int == 1 && data["key"] as? String == "\(update.key)")
            #expect(data["user"] as? String == user(1).uuidString && data["number"] as? Int == 7)
            #expect(data["epoch"] as? Int == 3 && data["kind"] as? String == "revoked")
            // A text, since a double cannot hold it.
            #expect(data["fence"] as? String == "144115188075855873")
            let transaction = try #require(data["transaction"] as? [String: Any])
            #expect(transaction["id"] as? String == "5" && transaction["productID"] as? String == "coins")
        }
    }
#endif
