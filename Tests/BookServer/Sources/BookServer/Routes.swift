import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Purser
import PurserServer
import PurserServerAPI

/// Two routes in, one out.
struct Routes: Sendable {
    let book: PurchaseBook

    func router() -> Router<BasicRequestContext> {
        let router = Router()
        router.add(middleware: BookFailures())
        router.post("transactions") { request, _ in
            try await reported(by: request)
        }
        router.post("notifications") { request, _ in
            try await posted(request)
        }
        // Put the app's own sign-in before this route: it tells what a user owns.
        router.get("users/:id/entitlements") { _, context in
            try await owned(by: context.parameters.require("id", as: UUID.self))
        }
        return router
    }

    /// An app reports a transaction: the body is its signed form, `StoreTransaction.jwsRepresentation`.
    private func reported(by request: Request) async throws -> Response {
        let body = try await request.body.collect(upTo: PurchaseBook.textLimit)
        return response(to: try await book.receive(transaction: String(buffer: body)))
    }

    /// Apple posts a notification: the body is a JSON object with the member `signedPayload`.
    private func posted(_ request: Request) async throws -> Response {
        let body = try await request.body.collect(upTo: 2 * PurchaseBook.textLimit)
        let text: String
        do throws(ServerAPIFailure) {
            text = try NotificationAnswer.signedPayload(in: Data(body.readableBytesView))
        } catch { throw HTTPError(.badRequest, message: error.message) }
        return response(to: try await book.receive(notification: text))
    }

    private func response(to answer: BookAnswer) -> Response {
        Response(status: .init(code: answer.httpStatus))
    }

    private func owned(by user: UUID) async throws -> Entitlements {
        let owned = try await book.entitlements(of: user)
        return Entitlements(products: owned.activeProductIDs.sorted(), quantities: owned.purchasedQuantities)
    }
}

/// What a user owns, as JSON.
struct Entitlements: ResponseEncodable {
    /// The products that may be used now.
    let products: [String]
    /// How many of each consumable were bought and not refunded.
    let quantities: [String: Int]
}

/// Answers 503 where the database did not record or did not answer: Apple posts again, and the app reports again.
struct BookFailures: RouterMiddleware {
    func handle(
        _ request: Request, context: BasicRequestContext,
        next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        do { return try await next(request, context) } catch let failure as BookFailure {
            context.logger.warning("The book failed.", metadata: ["failure": "\(failure)"])
            return Response(status: .serviceUnavailable, headers: [.retryAfter: "10"])
        }
    }
}
