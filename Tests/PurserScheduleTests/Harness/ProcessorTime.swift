import Foundation

/// The processor time that the present thread has had.
///
/// For what is measured without an `await`: unlike a clock it does not go on while other tests have the processors.
func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
