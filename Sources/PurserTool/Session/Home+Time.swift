import Foundation
import Purser
import PurserSimulator

// The file `clock`: the milliseconds by which `advance` moved a customer's time, as digits.
extension Home {
    private var clockFile: String { "\(path)/clock" }

    /// The customer's clock.
    ///
    /// - Throws: ``ToolError`` if the file has other content.
    func clock() throws -> MovableClock {
        guard FileManager.default.fileExists(atPath: clockFile) else { return MovableClock() }
        let bytes = FileManager.default.contents(atPath: clockFile) ?? Data()
        let digits = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
        guard let milliseconds = Int64(digits), (0...Self.furthest).contains(milliseconds) else {
            throw ToolError(
                "\(clockFile) has no number of milliseconds; remove it to return the customer to the present")
        }
        return MovableClock(ahead: .milliseconds(milliseconds))
    }

    /// Stores how far the clock is ahead of the device's.
    ///
    /// - Throws: ``ToolError`` if that cannot be written.
    func keep(ahead: Duration) throws {
        let (seconds, attoseconds) = ahead.components
        let text = "\(seconds * 1_000 + attoseconds / 1_000_000_000_000_000)\n"
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: clockFile), options: .atomic)
        } catch {
            throw ToolError(
                "\(clockFile) could not be written, so the time was not moved; check whether the disk is full")
        }
    }

    /// The maximum distance of a clock, in milliseconds: about seven thousand years.
    static let furthest: Int64 = 220_000_000_000_000
}
