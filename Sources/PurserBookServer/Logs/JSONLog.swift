#if Server
    package import Logging
    import Purser
    import PurserFormats

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// Writes each event as one line with a JSON object: `time`, `level`, `label`, `message`, and `metadata` where there is some.
    package struct JSONLog: LogHandler {
        private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        private let label: String
        private let write: @Sendable (String) -> Void
        /// What is written with each event.
        package var metadata: Logger.Metadata = [:]
        /// The least level that is written.
        package var logLevel: Logger.Level

        /// A handler.
        ///
        /// - Parameters:
        ///   - label: the logger's label.
        ///   - level: the least level that is written.
        ///   - write: takes one line, with its end; on any thread, one call for each event.
        package init(label: String, level: Logger.Level, write: @escaping @Sendable (String) -> Void) {
            (self.label, logLevel, self.write) = (label, level, write)
        }

        /// Reads or sets what is written with each event.
        package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        /// Writes an event.
        package func log(event: LogEvent) {
            var members: [String: JSONValue] = [
                "time": .string(Date.now.formatted(Self.style)),
                "level": .string(event.level.rawValue), "label": .string(label), "message": .string("\(event.message)"),
            ]
            var all = metadata.merging(event.metadata ?? [:]) { $1 }
            if let error = event.error { all["error"] = "\(error)" }
            if !all.isEmpty { members["metadata"] = Self.value(.dictionary(all)) }
            write(JSONValue.object(members).text + "\n")
        }

        private static func value(_ value: Logger.MetadataValue) -> JSONValue {
            switch value {
            case .string(let text): .string(text)
            case .stringConvertible(let value): .string("\(value)")
            case .dictionary(let members): .object(members.mapValues(Self.value))
            case .array(let values): .array(values.map(Self.value))
            }
        }
    }
#endif
