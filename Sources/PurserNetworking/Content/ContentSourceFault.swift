public import Foundation
public import Purser

/// A product list has a source of content that cannot be used.
///
/// A retry fails in the same way: correct the list, and release the dead letters.
public struct ContentSourceFault: RetryClassifying, Hashable, CustomStringConvertible {
    /// The product of the entry.
    public let productID: String
    /// The place in the list, and the mistake.
    public let fault: String

    /// `.permanent`: a retry does not help.
    public var retryClass: RetryClass { .permanent }

    /// The mistake, and what to do next.
    public var description: String {
        "The content of \"\(productID)\" cannot be fetched: its entry in the product list is wrong (\(fault)). Correct the list."
    }
}

extension ContentSourceFault: LocalizedError {
    /// The mistake, and what to do next, for `localizedDescription`.
    public var errorDescription: String? { description }
}

/// The source of a content whose entry is invalid: it fails with the reason.
struct FaultyContentSource: ContentSource {
    let fault: ContentSourceFault

    func fetch(_ request: ContentRequest, with work: ContentWork) async throws { throw fault }
}
