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
        let log: DampedLog

        func run() async throws {
            guard let book = await served.opened() else { return }
            var options = options
            // A receiver that names a pause gets nothing of any user meanwhile.
            options.sharesNamedPauses = true
            // A post that is cancelled here is not acknowledged: the user is given back, and another process posts again.
            try await cancelWhenGracefulShutdown { [options] in
                try await book.follow(webhook.name, options: options) { update in
                    do { try await webhook.post(update, at: Date.now, over: AsyncHTTPTransport.shared) } catch {
                        // A failure of another kind could name a user.
                        if let failure = error as? HTTPFailure {
                            log.note(
                                .warning, "A post to a webhook has failed, and is repeated.", failure,
                                consumer: webhook.name)
                        }
                        throw error
                    }
                }
            }
        }
    }
#endif
