#if Server
    import Crypto

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// The secrets of a webhook, by which it recognises posts: HMAC-SHA256 as in the specification of Standard Webhooks
    /// (https://www.standardwebhooks.com), version 1.
    ///
    /// While a secret is replaced there are two, and two signatures.
    package struct WebhookSecret: Sendable {
        private let keys: [SymmetricKey]

        /// Reads secrets, separated by blanks: each is `whsec_` and the Base64 of 24 to 64 bytes; `nil` for another text.
        package init?(_ text: String) {
            let keys = text.split(separator: " ").map { word -> SymmetricKey? in
                guard word.hasPrefix("whsec_"), let bytes = Data(base64Encoded: String(word.dropFirst(6))),
                    (24...64).contains(bytes.count)
                else { return nil }
                return SymmetricKey(data: bytes)
            }
            guard !keys.isEmpty, !keys.contains(where: { $0 == nil }) else { return nil }
            self.keys = keys.compactMap { $0 }
        }

        /// The header fields of a post at a moment, in seconds since 1970.
        func fields(id: String, at seconds: Int64, body: Data) -> [String: String] {
            let content = Data("\(id).\(seconds).".utf8) + body
            let signatures = keys.map { key in
                "v1," + Data(HMAC<SHA256>.authenticationCode(for: content, using: key)).base64EncodedString()
            }
            return [
                "webhook-id": id, "webhook-timestamp": "\(seconds)",
                "webhook-signature": signatures.joined(separator: " "),
            ]
        }
    }
#endif
