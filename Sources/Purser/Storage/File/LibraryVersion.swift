/// A version of the library; each file has the version that wrote it, so that an error can name it.
package struct LibraryVersion: Sendable, Hashable, CustomStringConvertible {
    /// The first number: grows when apps have to change.
    package var major: UInt16
    /// The second number: grows with new features.
    package var minor: UInt16
    /// The third number: grows with corrections.
    package var patch: UInt16

    /// The version that is running.
    package static let current = LibraryVersion(major: 0, minor: 1, patch: 0)

    /// Its numbers, with dots.
    package var description: String { "\(major).\(minor).\(patch)" }
}
