import Foundation
public import Purser

/// Why a widget or an extension cannot read what its app has published.
public struct PublishedEntitlementsFailure: StoreFailure {
    /// The reasons.
    public struct Code: FailureCode {
        /// A stable name.
        public var rawValue: String
        /// A code by its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The app has published nothing yet.
        public static let missing = Self(rawValue: "missing")
        /// The system does not let it be read now, such as before the first unlock of the device.
        public static let unreadable = Self(rawValue: "unreadable")
        /// Something else has written to it.
        public static let damaged = Self(rawValue: "damaged")
        /// A later version of Purser has published it.
        public static let newer = Self(rawValue: "newer")
    }

    /// The reason.
    public let code: Code
    /// What happened and what to do next.
    public let message: String
    /// The error of the file system, of the storage, or of the reader of JSON.
    public let underlying: (any Error)?

    init(_ code: Code, _ path: String, underlying: (any Error)? = nil) {
        (self.code, self.underlying) = (code, underlying)
        let next =
            switch code {
            case .missing:
                "the app has published nothing here yet. Treat nothing as owned, and ask for the app to be opened"
            case .newer: "a later version of Purser has published it. Build the app and this program with one version"
            case .damaged: "it is damaged. The app publishes it anew when it runs"
            default: "the system does not let it be read. Read it again later, such as after the device is unlocked"
            }
        message = "\(path): \(next)."
    }
}
