import Foundation

/// The properties of the terminal on a descriptor.
enum Terminal {
    /// The assumed width if the terminal reports none, which is a usual minimum.
    static let usualWidth = 80

    /// The number of columns; `nil` without a terminal.
    static func width(of descriptor: Int32) -> Int? {
        guard isatty(descriptor) == 1 else { return nil }
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return usualWidth }
        return Int(size.ws_col)
    }
}
