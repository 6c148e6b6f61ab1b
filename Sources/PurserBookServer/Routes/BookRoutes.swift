#if Server
    import Purser
    import PurserFormats
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

        /// The answer of a route; the book's failure where it could not be given.
        func answer(_ route: BookRoute, _ user: UUID?, body: [UInt8]) async throws(BookFailure) -> RouteAnswer {
            switch route {
            case .transactions:
                return answer(try await book.receive(transaction: String(decoding: body, as: UTF8.self)))
            case .notifications:
                let text: String
                do throws(ServerAPIFailure) { text = try NotificationAnswer.signedPayload(in: Data(body)) } catch {
                    return .error(
                        400,
                        error.code == .deprecatedVersion
                            ? "Notifications of version 1 are not recorded: Apple does not sign them."
                            : "The body is not a notification of version 2: a JSON object with the text signedPayload.")
                }
                return answer(try await book.receive(notification: text))
            case .entitlements:
                guard let user else { return .bookFailed }
                return owned(try await book.entitlements(of: user))
            case .ready: return try await readiness()
            case .health, .metrics, .openAPI: return RouteAnswer(status: 200)
            }
        }

        /// The status; where it is not on record, also why, in words for the caller.
        private func answer(_ answer: BookAnswer) -> RouteAnswer {
            switch answer.httpStatus {
            case 200: RouteAnswer(status: 200)
            case 503: .notNow(after: 10, "It cannot be checked now. Repeat the request.")
            case let status: .error(status, Self.reason(answer))
            }
        }

        private static func reason(_ answer: BookAnswer) -> String {
            guard case .rejected(let rejection) = answer else { return "It is not recorded." }
            return switch rejection.reason {
            case .forged: "Apple has not signed it."
            case .unreadable: "It cannot be read: the body is not what this route takes."
            case .outOfLimits: "It is beyond the limits of what is recorded."
            default: "It is signed, and not accepted here."
            }
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
