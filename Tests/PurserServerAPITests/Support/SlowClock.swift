#if Verification
    import Foundation
    import Purser

    /// A clock on which a second lasts five: the client's longest limits, ten minutes, are fifty on the device's clock.
    ///
    /// For tests on real threads, which may come late by minutes where all other tests run beside them.
    struct SlowClock: StoreClock {
        private let system = SystemClock()
        private let start = Timestamp(Date())

        func now() -> Duration { system.now() / 5 }
        func currentDate() -> Date { start.advanced(by: now()).date }
        func sleep(until deadline: Duration) async throws {
            // More than a year is not waited for, and might be too much for a timer.
            try await system.sleep(until: min(deadline, .seconds(365 * 86_400)) * 5)
        }
    }
#endif
