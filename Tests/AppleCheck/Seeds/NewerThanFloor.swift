// An API of the standard library that came with macOS 15.
// Expected: 'Mutex' is only available in macOS 15.0 or newer
import Synchronization

final class Counter: Sendable {
    private let count = Mutex(0)
}
