#if Server
    import Foundation
    import Purser
    import PurserServer
    import TestDatabase
    import Testing

    @testable import PurserBookServer

    @Suite("The description of the routes, for programs")
    struct DescriptionTests {
        @Test("It has each route with each of its methods, and no reference in it leads nowhere")
        func routes() throws {
            let check = try SchemaCheck()
            #expect(check.document["openapi"] as? String == "3.1.0")
            #expect(check.danglingReferences(in: check.document).isEmpty)
            let token = OperatorToken(ServerAddress.token)
            let all = try #require(check.value("paths"))
            #expect(all.count == BookRoute.allCases.count)
            for (path, methods) in all {
                for method in ["GET", "HEAD", "POST", "PUT", "DELETE"] {
                    let verdict = BookRoute.verdict(
                        method: method, path: path.replacing("{user}", with: "\(user(1))"),
                        authorization: "Bearer \(ServerAddress.token)", token: token)
                    let isServed = if case .serve = verdict { true } else { false }
                    let described = (methods as? [String: Any])?[method.lowercased()] != nil
                    #expect(isServed == described, "\(method) \(path)")
                }
            }
        }

        @Test("Every member of a transaction and of a renewal info is described")
        func members() throws {
            let check = try SchemaCheck()
            for (schema, files) in [
                ("Transaction", ["Transactions/StoreTransaction+Fields", "Transactions/TransactionParticulars"]),
                ("RenewalInfo", ["Subscriptions/StoreRenewalInfo"]),
            ] {
                var names: Set<String> = []
                for file in files {
                    let text = try String(
                        contentsOf: URL(fileURLWithPath: #filePath + "/..").standardized.appendingPathComponent(
                            "../../Sources/Purser/Model/\(file).swift"), encoding: .utf8)
                    names.formUnion(text.matches(of: #/coder\.code\("(\w+)"/#).map { String($0.1) })
                    let keys = text.firstMatch(of: #/enum CodingKeys[^{]*\{([^}]*)\}/#)?.1 ?? ""
                    names.formUnion(keys.matches(of: #/case (\w+)(?: = "(\w+)")?/#).map { String($0.2 ?? $0.1) })
                }
                let described = try #require(check.value("components", "schemas", schema, "properties"))
                #expect(names.count > 20 && Set(described.keys) == names, "\(schema)")
            }
        }

        @Test("What a webhook gets is what is described")
        func webhook() throws {
            let check = try SchemaCheck()
            var info = StoreRenewalInfo(originalTransactionID: "5", currentProductID: "club", willAutoRenew: true)
            (info.renewalDate, info.renewalPrice, info.currencyCode) = (.now, 1.99, "EUR")
            let transaction = StoreTransaction.coins("5", of: user(1)).revoked(at: 9).with { fields in
                (fields.price, fields.currencyCode) = (0.99, "EUR")
                fields.offer = .init(type: .introductory, paymentMode: .freeTrial, period: .init(1, .week))
            }
            for renewal in [nil, info] {
                let update = StoreUpdate(
                    sequence: 7, kind: .statusChanged, transaction: transaction, renewalInfo: renewal,
                    account: .user(user(1)))
                let body = try WebhookBody(BookUpdate(user: user(1), update: update, fence: 1 << 57, epoch: 3)).json()
                #expect(try check.faults(of: body, by: "Update") == [])
            }
            let post = try #require(check.value("webhooks", "update", "post"))
            let named = (post["parameters"] as? [[String: Any]])?.compactMap { $0["name"] as? String }
            let secret = try #require(WebhookSecret(Receiver.secret))
            #expect(Set(named ?? []) == Set(secret.fields(id: "a", at: 1, body: Data()).keys))
        }
    }
#endif
