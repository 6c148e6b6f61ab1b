import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// What the folder holds where the rounds have users.
extension TortureFolder {
    /// What the handlers were called for, and what the app delivered by itself.
    var calls: String { path + "/calls" }
    /// The payments that the App Store was given.
    var payments: String { path + "/payments" }
    /// The moves that the App Store was given.
    var moves: String { path + "/moves" }

    /// The calls that were noted; `nil` where a line makes no sense.
    func userCalls() -> [UserCall?] { lines(calls).map { UserCall(line: $0) } }

    /// The updates that the named consumer saw; `nil` where a line makes no sense.
    func userUpdates() -> [SeenUserUpdate?] { lines(seen).map { SeenUserUpdate(line: $0) } }
}
