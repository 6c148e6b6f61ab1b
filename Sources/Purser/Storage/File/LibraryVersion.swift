/// A version of the library; each file has the version that wrote it, so that an error can name it.
package struct LibraryVersion: Sendable, Hashable, CustomStringConvertible {
    /// The first number: grows when apps have to change.
    package var major: UInt16
    /// The second number: grows with new features.
    package var minor: UInt16
    /// The third number: grows with corrections.
    package var patch: UInt16

    /// A version by its numbers.
    package init(_ major: UInt16, _ minor: UInt16, _ patch: UInt16) {
        self.major = major
        self.minor = minor
        self.patch = patch
    }

    /// The version that is running.
    package static let current = LibraryVersion(0, 1, 0)

    /// Its numbers, with dots.
    package var description: String { "\(major).\(minor).\(patch)" }
}
