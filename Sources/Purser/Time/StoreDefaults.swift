/// The default clock and random numbers: the device's or the simulation's, so that no part of a test can be forgotten.
package struct StoreDefaults: Sendable {
    /// Makes a clock.
    package let clock: @Sendable () -> any StoreClock
    /// Measures real time, to notice that another clock stands still; `nil` in a simulation, where no time passes.
    package let realTime: (any StoreClock)?
    /// Makes a source of random numbers; its copies continue one common sequence.
    package let generator: @Sendable () -> any RandomNumberGenerator & Sendable

    /// Defaults that are made in a given way.
    package init(
        clock: @escaping @Sendable () -> any StoreClock, realTime: (any StoreClock)?,
        generator: @escaping @Sendable () -> any RandomNumberGenerator & Sendable
    ) {
        self.clock = clock
        self.realTime = realTime
        self.generator = generator
    }

    /// The defaults of the running task; simulations set them.
    @TaskLocal package static var current = StoreDefaults(
        clock: { SystemClock() }, realTime: SystemClock(), generator: { SystemRandomNumberGenerator() })
}
