import Purser

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// A virtual clock whose date nobody sets: that of the App Store, where the date of the virtual clock is set as that of a
/// device.
package struct SteadyClock: StoreClock {
    private let clock: VirtualClock
    private let start: Timestamp

    /// Makes a clock that agrees with a virtual clock until the date of that one is set.
    package init(_ clock: VirtualClock) {
        self.clock = clock
        start = clock.timestamp().advanced(by: .zero - clock.now())
    }

    /// The virtual time.
    package func now() -> Duration { clock.now() }

    /// The date that the virtual clock would have.
    package func currentDate() -> Date { start.advanced(by: clock.now()).date }

    /// Sleeps on the virtual clock.
    package func sleep(until deadline: Duration) async throws { try await clock.sleep(until: deadline) }

    /// Sets the date of the virtual clock so that it is ahead of this one, or behind it when negative.
    package func setDevice(ahead: Duration) {
        clock.setDate(start.advanced(by: clock.now() + ahead).date)
    }
}
