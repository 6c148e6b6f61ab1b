/// The fields of a record that a later version wrote: they are kept unread, and written again unchanged.
package struct LaterFields: Sendable, Hashable {
    /// The fields, one after the other.
    package internal(set) var bytes: [UInt8] = []

    /// No fields.
    package init() {}

    /// Whether there are none.
    package var isEmpty: Bool { bytes.isEmpty }
}
