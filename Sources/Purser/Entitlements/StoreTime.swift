#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// The present time of a store: the device's clock, or the App Store's time while the clock is known to be ahead of it.
///
/// It decides what is owned, and it is the date of all records. It is shared by the sessions of a store, because it is about
/// the device and not about a user, and ends with the store: nothing shows whether the clock was set right meanwhile.
/// Promises: it is never later than the device's clock; a clock that was set right counts at once.
package final class StoreTime: StoreClock {
    private let clock: any StoreClock
    private let appStore = Lock<AppStoreTime?>(nil)

    /// Makes the time of a device's clock.
    package init(_ clock: any StoreClock) { self.clock = clock }

    /// The time of a clock, or the clock itself if it is one.
    package static func of(_ clock: any StoreClock) -> StoreTime { clock as? StoreTime ?? StoreTime(clock) }

    /// Whether the device's clock was ahead, so that it is not the only one that counts.
    package var isCorrected: Bool { appStore.withLock { $0 != nil } }

    /// The clock is ahead of the App Store's.
    func correct(by time: AppStoreTime) { appStore.withLock { $0 = time } }

    /// The monotonic reading of the device's clock.
    package func now() -> Duration { clock.now() }

    /// The present time.
    package func currentDate() -> Date { timestamp().date }

    /// The present time in whole milliseconds.
    package func timestamp() -> Timestamp {
        let device = clock.timestamp()
        guard let known = appStore.withLock({ $0 }) else { return device }
        return min(device, known.time(at: clock.now()))
    }

    /// Sleeps until the monotonic reading reaches `deadline`.
    package func sleep(until deadline: Duration) async throws { try await clock.sleep(until: deadline) }

    /// Returns when the present time has reached `date`: the App Store's time if it counts, and the device's clock.
    package func sleep(untilDate date: Date) async throws {
        let end = Timestamp(date)
        repeat {
            if let known = appStore.withLock({ $0 }) { try await clock.sleep(until: known.reading(at: end)) }
            try await clock.sleep(untilDate: date)
        } while timestamp() < end
    }
}
