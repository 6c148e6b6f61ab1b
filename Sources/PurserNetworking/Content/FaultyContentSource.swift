import Purser

/// The source of a content whose entry in the product list is invalid: it fails with the reason.
///
/// A retry fails in the same way: correct the list, and release the dead letters.
struct FaultyContentSource: ContentSource {
    /// The place in the list, and the mistake.
    let fault: String

    func fetch(_ request: ContentRequest, with work: ContentWork) async throws {
        throw ContentFailure(
            .invalidSource, path: request.productID,
            "The content cannot be fetched: its entry in the product list is wrong (\(fault)). Correct the list.",
            retry: .permanent)
    }
}
