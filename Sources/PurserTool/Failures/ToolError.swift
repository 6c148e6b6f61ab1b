import Foundation
import Purser
import PurserFormats
import PurserSimulator

/// The reason why a command failed, in one line.
struct ToolError: Error, Hashable {
    let message: String

    /// A long message, which may quote the input, is shortened.
    init(_ message: String) { self.message = Wording.short(message) }

    /// Any error as one line for standard error.
    static func line(for error: any Error) -> String {
        switch error {
        case let error as ToolError: error.message
        case let error as UsageError: error.message
        case let failure as PurchaseFailure: Words.withoutCalls(failure.description)
        case let error as BackendFailure: Words.withoutCalls(error.message)
        case let error as ProductFileFailure: error.description
        case let error as AccountFileFailure where error.code == .alreadyOpen:
            "alreadyOpen: \(error.path) is open already, in another run of purser or in an app; end it first"
        // The system's description of a cause has several lines.
        case let error as AccountFileFailure: "\(error.path): \(error.message)\(cause(error.underlying))"
        default: "\(error)"
        }
    }

    private static func cause(_ error: (any Error)?) -> String {
        switch (error as? CocoaError)?.code {
        case .fileWriteNoPermission, .fileReadNoPermission: ", there is no permission"
        case .fileWriteFileExists: ", a file of this name is in the way"
        case .fileWriteOutOfSpace: ", the disk is full"
        case .fileWriteVolumeReadOnly: ", the disk is read-only"
        default: ""
        }
    }
}

/// A command has failed, and has already written why.
struct Unsuccessful: Error {}

/// An error in the command line.
struct UsageError: Error, Hashable {
    let message: String

    init(_ message: String) { self.message = Wording.short(message) }
}
