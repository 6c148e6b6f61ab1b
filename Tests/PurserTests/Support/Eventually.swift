import Foundation
import Purser
import Testing

/// Returns once `condition` holds; the tests of a suite that waits like this have a time limit.
func eventually(_ condition: @Sendable () async -> Bool) async throws {
    while await !condition() {
        try Task.checkCancellation()
        await Task.yield()
    }
}
