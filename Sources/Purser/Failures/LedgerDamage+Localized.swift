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
        if isNewerVersion { return "Update the program." }
        if isOlderVersion { return Self.olderAdvice }
        return
            "`purser ledger check` lists all damage, and `purser ledger repair` saves what is whole into another folder."
    }

    /// What to do with a ledger of an older format.
    static let olderAdvice =
        "No release of Purser wrote this format: move the ledger's folder away and open the store again; what the App Store still reports, also by a restore, is recorded anew."
}

extension LedgerFileError: LocalizedError {
    /// What failed, on which file, and why: what `localizedDescription` says.
    public var errorDescription: String? { description }
}
