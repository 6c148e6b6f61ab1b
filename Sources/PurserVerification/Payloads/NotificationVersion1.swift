import Purser
package import PurserFormats

/// Server notifications of version 1 (Apple's `responseBodyV1`): JSON without a signature, deprecated by Apple.
package enum NotificationVersion1 {
    /// The longest body that is recognised, in bytes: 4 MiB; its receipt makes it longer than one of version 2.
    package static let maximumBytes = 4 << 20

    /// What to do with one.
    package static let advice =
        "It is a notification of version 1, which Apple has deprecated and not signed, so it is rejected. Choose version 2 "
        + "for this server's address in App Store Connect (App Information, App Store Server Notifications)."

    /// Whether this is the body of one: a JSON object with the text `notification_type`, and without `signedPayload`.
    package static func isBody(_ bytes: some Collection<UInt8>) -> Bool {
        guard bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{"), bytes.count <= maximumBytes,
            let members = try? SignedJSONReader.object(Array(bytes), maximumBytes: maximumBytes)
        else { return false }
        return isBody(members)
    }

    /// Whether these are the members of the body of one.
    package static func isBody(_ members: [String: JSONValue]) -> Bool {
        members["notification_type"]?.asText != nil && members["signedPayload"] == nil
    }
}
