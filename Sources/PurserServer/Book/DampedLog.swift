#if Server
    package import Logging
    import Purser

    /// Logs messages, the same one once within an interval, and then with how many were left out.
    package final class DampedLog: Sendable {
        private let logger: Logger
        private let clock: any StoreClock
        private let warnings: Lock<DampedWarnings>

        /// For the book of a configuration.
        package init(_ configuration: PurchaseBook.Configuration) {
            (logger, clock) = (configuration.logger, configuration.clock)
            warnings = Lock(DampedWarnings(interval: configuration.warningInterval))
        }

        /// Logs a message, unless the same one was logged just now.
        ///
        /// - Parameter failure: a failure; none that could name a user. Those of a book are the same if they have one code.
        package func note(
            _ level: Logger.Level, _ message: String, _ failure: (any Error)? = nil, consumer: String? = nil,
            metadata: Logger.Metadata = [:]
        ) {
            let code = (failure as? BookFailure)?.code
            let subject = DampedWarnings.Subject(message: message, code: code, consumer: consumer)
            guard let leftOut = warnings.withLock({ $0.note(subject, at: clock.now()) }) else { return }
            var metadata = metadata
            if let failure { metadata["failure"] = "\(failure)" }
            if let consumer { metadata["consumer"] = "\(consumer)" }
            if leftOut > 0 { metadata["leftOut"] = "\(leftOut)" }
            logger.log(level: level, "\(message)", metadata: metadata)
        }

        /// Logs how many warnings were left out, of those whose interval is over now, or of all.
        func noteLeftOut(ofAll: Bool = false) {
            let now = ofAll ? nil : clock.now()
            for (subject, count) in warnings.withLock({ $0.takeLeftOut(at: now) }) {
                var metadata: Logger.Metadata = ["leftOut": "\(count)"]
                if let code = subject.code { metadata["code"] = "\(code.rawValue)" }
                if let consumer = subject.consumer { metadata["consumer"] = "\(consumer)" }
                logger.warning("\(subject.message)", metadata: metadata)
            }
        }
    }
#endif
