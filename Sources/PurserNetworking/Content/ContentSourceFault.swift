public import Foundation
public import Purser

/// A product list names a source of content that cannot be used.
///
/// Another attempt fails in the same way: correct the list, and release what became a dead letter.
public struct ContentSourceFault: RetryClassifying, Hashable, CustomStringConvertible {
    /// The product whose entry names it.
    public let productID: String
    /// Where in the list it is, and what is wrong.
    public let fault: String

    /// Always permanent.
    public var retryClass: RetryClass { .permanent }

    /// What is wrong and what to do next.
    public var description: String {
        "The content of \"\(productID)\" cannot be fetched: its entry in the product list is wrong (\(fault)). Correct the list."
    }
}

extension ContentSourceFault: LocalizedError {
    /// What is wrong and what to do next: what `localizedDescription` says.
    public var errorDescription: String? { description }
}

/// The source of a content whose entry is wrong: it fails, and says why.
struct FaultyContentSource: ContentSource {
    let fault: ContentSourceFault

    func fetch(_ request: ContentRequest, into stagingDirectory: URL) async throws { throw fault }
}
