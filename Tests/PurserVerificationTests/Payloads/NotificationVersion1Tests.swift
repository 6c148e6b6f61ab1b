import Foundation
import Purser
import Testing

@testable import PurserVerification

@Suite("A notification of version 1 is recognised")
struct NotificationVersion1Tests {
    static let body = """
        {"unified_receipt":{"latest_receipt":"ewo=","pending_renewal_info":[{"auto_renew_status":"1"}],"environment":"Sandbox",
        "status":0,"latest_receipt_info":[{"product_id":"com.example.club","is_trial_period":"false"}]},"environment":"Sandbox",
        "auto_renew_status":"true","bvrs":"1.0","bid":"com.example.garden","password":"s","notification_type":"DID_RENEW"}
        """

    @Test("By its type, within the limits; nothing else is one")
    func bodies() {
        #expect(NotificationVersion1.isBody(Self.body.utf8))
        #expect(NotificationVersion1.isBody((" \n" + Self.body + "\n").utf8))
        #expect(NotificationVersion1.isBody(#"{"notification_type":"CANCEL"}"#.utf8))
        let others = [
            "", "{", "[]", "{}", #"{"signedPayload":"a.b.c"}"#, #"{"notificationType":"TEST"}"#, "a.b.c",
            #"{"notification_type":1}"#, #"{"notification_type":"A","signedPayload":"a.b.c"}"#, Self.body + "x",
            #"{"notification_type":"A","notification_type":"B"}"#, "[" + Self.body + "]",
            #"{"notification_type":"A","a":\#(String(repeating: "[", count: 64))\#(String(repeating: "]", count: 64))}"#,
        ]
        for other in others { #expect(!NotificationVersion1.isBody(other.utf8), "\(other)") }
        for count in 0..<Self.body.utf8.count {
            #expect(!NotificationVersion1.isBody(Self.body.utf8.prefix(count)), "\(count)")
        }
    }

    @Test("A long receipt inside does not hide it, up to the limit")
    func sizes() {
        func body(_ count: Int) -> String {
            #"{"notification_type":"A","unified_receipt":{"latest_receipt":"\#(String(repeating: "A", count: count))"}}"#
        }
        #expect(NotificationVersion1.isBody(body(2 << 20).utf8))
        #expect(!NotificationVersion1.isBody(body(4 << 20).utf8))
    }

    #if Verification
        @Test("A verifier rejects it by name, not as malformed, and says which version to choose")
        func verifier() async throws {
            let verifier = try SignedDataVerifier(.init(bundleID: "com.example.garden", environments: [.sandbox]))
            let failure = await #expect(throws: SignedDataFailure.self) {
                try await verifier.verifyNotification(Self.body)
            }
            #expect(failure?.code == .deprecatedForm && failure?.isForgery == false)
            #expect(
                failure?.message.contains("version 1") == true && failure?.message.contains("Choose version 2") == true)
            let other = await #expect(throws: SignedDataFailure.self) {
                try await verifier.verifyTransaction(Self.body)
            }
            #expect(other?.code == .malformed, "as a transaction it is none")
        }
    #endif
}
