import Purser
import PurserServer
import ServiceLifecycle

/// Follows the updates of all users; processes that do this under the same name share the work.
struct Mailer: Service {
    let book: PurchaseBook
    let mail: @Sendable (BookUpdate) async throws -> Void

    func run() async throws {
        // A mail that is cancelled here is not acknowledged: another process sends it.
        try await cancelWhenGracefulShutdown {
            try await book.follow("mailer", from: .beginning) { update in
                try await mail(update)
            }
        }
    }
}
