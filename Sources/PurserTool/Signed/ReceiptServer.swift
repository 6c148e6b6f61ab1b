import Foundation
import Purser
import PurserNetworking

/// The server that checks a receipt.
enum ReceiptServer: Sendable {
    /// Apple's service, with the file that has the app's shared secret.
    case apple(secretPath: String?)
    case own(URL)

    init(_ text: String, secretPath: String?) throws(UsageError) {
        if text == "apple" {
            self = .apple(secretPath: secretPath)
        } else if let url = URL(string: text), ["http", "https"].contains(url.scheme ?? ""), url.host() != nil {
            self = .own(url)
        } else {
            throw UsageError("--ask needs “apple” or an address such as https://example.com/receipts, not “\(text)”")
        }
    }

    var takesSecret: Bool { if case .apple = self { true } else { false } }

    /// Requests the server's answer about a receipt, once.
    func answer(_ receipt: StoreReceipt) async throws -> ReceiptAnswer {
        let validator: any ReceiptValidator =
            switch self {
            case .apple(let path):
                AppStoreReceiptValidator(sharedSecret: try path.flatMap { try Self.secret(in: $0) }, policy: .once)
            case .own(let url): ServerReceiptValidator([url], policy: .once)
            }
        do { return try await validator.validate(receipt) } catch let failure as ReceiptFailure {
            throw ToolError("the server did not answer: \(failure)")
        }
    }

    /// The first word of a file.
    private static func secret(in path: String) throws -> String? {
        String(decoding: try SignedFile(path: path).data, as: UTF8.self).split(whereSeparator: \.isWhitespace).first
            .map { String($0) }
    }
}
