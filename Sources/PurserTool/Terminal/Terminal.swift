#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What is known of the terminal behind a descriptor.
enum Terminal {
    /// What is taken for its width where it does not say: what a terminal has at least.
    static let usualWidth = 80

    /// How many columns it has; `nil` where no terminal is.
    static func width(of descriptor: Int32) -> Int? {
        guard isatty(descriptor) == 1 else { return nil }
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return usualWidth }
        return Int(size.ws_col)
    }
}
