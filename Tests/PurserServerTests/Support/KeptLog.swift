#if Server
    import Logging
    import Purser

    /// Keeps what is logged.
    struct KeptLog: LogHandler {
        let lines: Lock<[String]>
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace
        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }
        func log(event: LogEvent) {
            lines.withLock { $0.append("\(event.message) \(event.metadata ?? [:])") }
        }
    }
#endif
