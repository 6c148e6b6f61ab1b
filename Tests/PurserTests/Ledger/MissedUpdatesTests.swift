import Foundation
import Testing

@testable import Purser

/// Two users who take turns, with reports for both, and relaunches: every order of up to seven such events.
@Suite("S4: the updates that a user has missed")
struct MissedUpdatesTests {
    private enum Event: CaseIterable, CustomStringConvertible {
        case ada, bob, forAda, forBob, relaunch
        var description: String {
            switch self {
            case .ada: "Ada comes"
            case .bob: "Bob comes"
            case .forAda: "report for Ada"
            case .forBob: "report for Bob"
            case .relaunch: "relaunch"
            }
        }
    }

    private static let users = [UserID(UUID()), UserID(UUID())]

    /// What a device has on record and in memory.
    private struct Device {
        var records: [LedgerRecord] = []
        var states = users.map { _ in LedgerState() }
        var present: Int?

        mutating func comes(_ user: Int) -> UInt64 {
            present = user
            return states[user].missedFrom - 1
        }

        mutating func report(_ id: String, for user: Int) throws {
            let incoming = IncomingTransaction(.sample(id), phase: .complete, needsFinish: nil)
            var new: [LedgerRecord]
            if user == present {
                new = states[user].records(reporting: [incoming], now: at(1))
            } else {
                new = try states[user].records(missed: incoming, now: at(1))
            }
            records += [.section(.user(users[user]))] + new + [.section(.shared)]
        }

        /// A new launch knows what is on record, which a snapshot has, too.
        mutating func relaunch() throws {
            var read = StoreRecords { _ in LedgerState() }
            for record in records { read.apply(record) }
            var snapshot = StoreRecords { _ in LedgerState() }
            try read.write { snapshot.apply(try LedgerRecord(bytes: $0.bytes)) }
            (states, present) = (users.map { snapshot[.user($0)] }, nil)
        }
    }

    /// How many of a user's updates there were when something was last recorded in the user's presence.
    private struct Expected {
        var count = [0, 0]
        var seen = [0, 0]
        var present: Int?

        /// The number after which the streams of the user's session begin.
        mutating func comes(_ user: Int) -> UInt64 {
            present = user
            return UInt64(seen[user])
        }

        mutating func report(_ user: Int) {
            count[user] += 1
            if user == present { seen[user] = count[user] }
        }

        mutating func relaunch() { present = nil }
    }

    @Test("S4: a session begins after the last update recorded in a session of its user, also after relaunches")
    func everyOrder() throws {
        var tried = 0
        func go(_ device: Device, _ expected: Expected, _ path: [Event]) throws {
            tried += 1
            guard path.count < 7 else { return }
            for event in Event.allCases {
                var (device, expected, path) = (device, expected, path)
                path.append(event)
                switch event {
                case .ada, .bob:
                    let user = event == .ada ? 0 : 1
                    guard device.present != user else { continue }
                    let (found, wanted) = (device.comes(user), expected.comes(user))
                    guard found == wanted else {
                        Issue.record("\(path): the session begins after \(found), not \(wanted)")
                        continue
                    }
                case .forAda, .forBob:
                    let user = event == .forAda ? 0 : 1
                    try device.report("\(path.count)", for: user)
                    expected.report(user)
                case .relaunch:
                    try device.relaunch()
                    expected.relaunch()
                }
                try go(device, expected, path)
            }
        }
        try go(Device(), Expected(), [])
        #expect(tried > 10_000)
    }
}
