// What the other files here do wrong, done right: compiles.
import Darwin
import Foundation
import Network
import Synchronization

func protect(_ file: Int32) -> Bool { fcntl(file, F_SETPROTECTIONCLASS, 3) == 0 }

func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
}

@available(macOS 15, *)
final class Counter: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
        count.withLock {
            $0 += 1
            return $0
        }
    }
}

func count() -> Int {
    guard #available(macOS 15, *) else { return 0 }
    return Counter().next()
}

func isOnline(_ path: NWPath) -> Bool {
    switch path.status {
    case .satisfied: true
    case .unsatisfied, .requiresConnection: false
    @unknown default: false
    }
}
