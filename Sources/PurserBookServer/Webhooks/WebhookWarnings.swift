#if Server
    import Logging
    import Purser
    import PurserNetworking
    import PurserServer

    /// Logs why posts to webhooks fail, each reason of a webhook once within an interval.
    final class WebhookWarnings: Sendable {
        private let logger: Logger
        private let clock: any StoreClock
        private let warnings: Lock<DampedWarnings>

        /// For the book of a configuration.
        init(_ configuration: PurchaseBook.Configuration) {
            (logger, clock) = (configuration.logger, configuration.clock)
            warnings = Lock(DampedWarnings(interval: configuration.warningInterval))
        }

        /// A post has failed; a failure of another kind could name a user, and is not logged.
        func note(_ error: any Error, of webhook: String) {
            guard let failure = error as? HTTPFailure else { return }
            let message = "A post to a webhook has failed, and is repeated."
            let subject = DampedWarnings.Subject(message: message, code: nil, consumer: webhook)
            guard let leftOut = warnings.withLock({ $0.note(subject, at: clock.now()) }) else { return }
            var metadata: Logger.Metadata = ["consumer": "\(webhook)", "failure": "\(failure)"]
            if leftOut > 0 { metadata["leftOut"] = "\(leftOut)" }
            logger.warning("\(message)", metadata: metadata)
        }
    }
#endif
