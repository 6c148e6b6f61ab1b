import Foundation
import Purser
import PurserFormats
import PurserSimulator
import Testing

@testable import PurserTesting

@Suite("Errors say what happened")
struct ErrorTextTests {
    private static let disk = StorageFailure(path: "/ledger/log-1", operation: "write", code: 28, reason: "no space")

    /// Each public error with what its text has to name.
    static let errors: [(error: any Error, names: [String])] = [
        (
            PurchaseFailure(.storeClosed, "The store is closed.", productID: "seeds", transactionID: "42"),
            ["storeClosed", "The store is closed.", "seeds", "42"]
        ),
        (BackendFailure(.networkError, "The network is away."), ["networkError", "The network is away."]),
        (LedgerDamage(path: "/ledger/log-1", offset: 96, reason: "no frame"), ["/ledger/log-1", "96", "no frame"]),
        (disk, ["/ledger/log-1", "write", "no space"]),
        (ProductFileFailure(.unreadableFile, file: "ids.json", "it is not there"), ["ids.json", "it is not there"]),
        (
            ContentFailure(.diskFull, path: "/staging", "Free some space."),
            ["diskFull", "/staging", "Free some space."]
        ),
        (
            RetryFailure(stage: .grant, attempts: 5, elapsed: .seconds(9), underlying: disk),
            ["grant", "5", "/ledger/log-1"]
        ),
        (SeedFailure(seed: 7, underlying: disk), ["7", "/ledger/log-1"]),
        (SimulationFailure(code: .stalled, seed: 7, time: .seconds(3), steps: 12), ["7", "stalled", "12"]),
        (ContractFailure(check: "finishing twice", message: "it was told again"), ["finishing twice", "told again"]),
    ]

    @Test("The localized description of every public error names code, file or key", arguments: errors.indices)
    func localized(index: Int) {
        let (error, names) = Self.errors[index]
        let text = error.localizedDescription
        #expect(!text.contains("operation could not be completed"))
        for name in names { #expect(text.contains(name), "\(text)") }
        #expect("\(error)".hasPrefix(text), "what is printed says at least as much")
    }

    @Test("A mistake in a file names file, line and key; a folder that cannot be used names the folder")
    func files() throws {
        let mistake = #expect(throws: ProductFileFailure.self) {
            try StoreKitConfiguration(data: Data("{\"products\":[{]}".utf8), file: "Garden.storekit")
        }
        #expect(mistake?.localizedDescription.hasPrefix("Garden.storekit:1:15: $.products[0]: ") == true)
        let account = #expect(throws: AccountFileFailure.self) {
            try EmbeddedAppStore(catalog: SimulatorCatalog(products: []), path: "/dev/null/home")
        }
        #expect(account?.localizedDescription.hasPrefix("/dev/null/home: the folder cannot be made or locked") == true)
        #expect(account?.failureReason != nil)
    }

    @Test("An error beneath is the reason, and advice of its own is the suggestion")
    func reasons() {
        let failure = PurchaseFailure(.ledgerUnavailable, "Not written.", underlying: Self.disk)
        #expect(failure.failureReason == "cannot write /ledger/log-1: no space")
        #expect(PurchaseFailure(.storeClosed, "Closed.").failureReason == nil)
        let newer = LedgerDamage(path: "a", offset: 0, reason: "b", isNewerVersion: true)
        #expect(newer.recoverySuggestion == "Update the program.")
        #expect(SeedFailure(seed: 7, underlying: Self.disk).recoverySuggestion?.contains("PURSER_SEED=7") == true)
    }
}
