#if Server
    import Purser
    import PurserServer
    import PurserServerAPI

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// Answers the routes that need the book.
    struct BookRoutes: Sendable {
        let book: PurchaseBook

        /// How many bytes the body of a post may have: a signed text, and for Apple the JSON around it.
        static func bodyLimit(of route: BookRoute) -> Int {
            switch route {
            case .transactions: PurchaseBook.textLimit
            case .notifications: 2 * PurchaseBook.textLimit
            default: 0
            }
        }

        /// The answer of a route; the book's failure where it could not be given.
        func answer(_ route: BookRoute, body: [UInt8]) async throws(BookFailure) -> RouteAnswer {
            switch route {
            case .transactions:
                return answer(try await book.receive(transaction: String(decoding: body, as: UTF8.self)))
            case .notifications:
                let text: String
                do throws(ServerAPIFailure) { text = try NotificationAnswer.signedPayload(in: Data(body)) } catch {
                    return .error(NotificationAnswer(after: error).status, error.message)
                }
                return answer(try await book.receive(notification: text))
            case .entitlements(let user): return owned(try await book.entitlements(of: user))
            case .ready: return try await readiness()
            case .health, .metrics: return RouteAnswer(status: 200)
            }
        }

        /// The status alone; where it is to be reported again, also when.
        private func answer(_ answer: BookAnswer) -> RouteAnswer {
            answer.httpStatus == 503
                ? .notNow(after: 10, "It cannot be checked now. Repeat the request.")
                : RouteAnswer(status: answer.httpStatus)
        }

        private func readiness() async throws(BookFailure) -> RouteAnswer {
            try await book.checkReadiness()
            let doubt = try await book.doubtDate()
            return .json([
                "ready": .bool(true),
                "doubtedSince": doubt.map { .string($0.formatted(.iso8601)) } ?? .null,
            ])
        }

        private func owned(_ owned: StoreEntitlements) -> RouteAnswer {
            let products = owned.active.map { one in
                var members: [String: JSONValue] = [
                    "id": .string(one.productID), "type": .string(one.productType.rawValue),
                ]
                if let end = one.expirationDate {
                    members["expirationDate"] = .number("\(Timestamp(end).milliseconds)")
                }
                return JSONValue.object(members)
            }
            return .json([
                "version": .number("1"), "products": .array(products),
                "quantities": .object(owned.purchasedQuantities.mapValues { .number("\($0)") }),
            ])
        }
    }
#endif
