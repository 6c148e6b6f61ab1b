#if Server
    import Logging
    import Purser
    import PurserNetworking
    import PurserServer
    import ServiceLifecycle

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// Posts all updates to a webhook; processes of one book share the work.
    struct WebhookConsumer: Service {
        let webhook: Webhook
        let served: ServedBook
        let options: FollowOptions
        let logger: Logger

        func run() async throws {
            guard let book = await served.opened() else { return }
            // A post that is cancelled here is not acknowledged: the user is given back, and another process posts again.
            await cancelWhenGracefulShutdown {
                while !Task.isCancelled {
                    do throws(BookFailure) {
                        // It goes on until the end.
                        return try await book.follow(webhook.name, options: options) { update in
                            try await webhook.post(update, at: Date.now, over: URLSessionTransport.shared)
                        }
                    } catch {
                        logger.warning(
                            "A webhook cannot begin yet.",
                            metadata: ["consumer": "\(webhook.name)", "failure": "\(error)"])
                        try? await Task.sleep(for: .seconds(1))
                    }
                }
            }
        }
    }
#endif
