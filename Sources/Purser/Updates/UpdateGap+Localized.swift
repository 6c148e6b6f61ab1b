#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension UpdateGap: LocalizedError {
    /// The description.
    public var errorDescription: String? { description }
}
