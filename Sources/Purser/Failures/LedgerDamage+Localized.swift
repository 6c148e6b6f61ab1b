#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension LedgerDamage: LocalizedError {
    /// File, byte and reason: what `localizedDescription` says.
    public var errorDescription: String? { description }

    /// How to go on with the ledger.
    public var recoverySuggestion: String? {
        isNewerVersion
            ? "Update the program."
            : "`purser ledger check` lists all damage, and `purser ledger repair` saves what is whole into another folder."
    }
}

extension LedgerFileError: LocalizedError {
    /// What failed, on which file, and why: what `localizedDescription` says.
    public var errorDescription: String? { description }
}
