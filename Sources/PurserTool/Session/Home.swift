import Foundation
import Purser
import PurserSimulator

/// The folder of a customer: the account in `account.json`, the app's ledger in `ledger`, and in `clock` the milliseconds by
/// which `advance` moved the customer's time, as digits.
struct Home: Sendable {
    var path: String
    var durability = LedgerDurability.synced

    var ledger: String { "\(path)/ledger" }
    private var clockFile: String { "\(path)/clock" }

    /// The maximum distance of a clock, in milliseconds: about seven thousand years.
    static let furthest: Int64 = 220_000_000_000_000

    /// The storage of the ledger.
    var storage: FileLedgerStorage {
        FileLedgerStorage(
            PosixLedgerFiles(path: ledger), options: FileLedgerStorage.Options(durability: durability),
            worker: BlockingWorker(label: "purser.ledger"))
    }

    /// How far the customer's time is ahead of the device's.
    func ahead() throws -> Duration {
        guard FileManager.default.fileExists(atPath: clockFile) else { return .zero }
        let bytes = FileManager.default.contents(atPath: clockFile) ?? Data()
        let digits = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
        guard let milliseconds = Int64(digits), (0...Self.furthest).contains(milliseconds) else {
            throw ToolError(
                "\(clockFile) has no number of milliseconds; remove it to return the customer to the present")
        }
        return .milliseconds(milliseconds)
    }

    /// Stores how far the clock is ahead of the device's.
    func keep(ahead: Duration) throws {
        do {
            let text = "\(Int64(ahead / .milliseconds(1)))\n"
            try text.write(toFile: clockFile, atomically: true, encoding: .utf8)
        } catch {
            throw ToolError(
                "\(clockFile) could not be written, so the time was not moved; check whether the disk is full")
        }
    }
}
