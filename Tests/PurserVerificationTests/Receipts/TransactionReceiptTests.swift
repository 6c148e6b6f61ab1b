import Foundation
import Purser
import Testing

@testable import PurserVerification

@Suite("A receipt of one transaction, in the form before iOS 7")
struct TransactionReceiptTests {
    private static let info = """
        {
        \t"original-purchase-date-pst" = "2012-04-30 08:05:55 America/Los_Angeles";
        \t"original-transaction-id" = "1000000046178816";
        \t"bvrs" = "20120427";
        \t"transaction-id" = "1000000046178817";
        \t"quantity" = "1";
        \t"product-id" = "com.example.garden.pond";
        \t"bid" = "com.example.garden";
        \t"purchase-date-ms" = "1335798355868";
        }
        """

    private static func receipt(_ info: String = info, _ more: String = #""environment" = "Sandbox";"#) -> String {
        """
        {
        \t"signature" = "AjHtNEy5";
        \t"purchase-info" = "\(Data(info.utf8).base64EncodedString())";
        \t\(more)
        \t"pod" = "100";
        \t"signing-status" = "0";
        }
        """
    }

    private func read(_ text: String) throws -> TransactionReceipt { try TransactionReceipt(Data(text.utf8)) }

    private func failure(_ text: String) -> SignedDataFailure? {
        #expect(throws: SignedDataFailure.self) { try read(text) }
    }

    @Test("It names its transaction, as text, in Base64, and in Base64 with line breaks")
    func reading() throws {
        let receipt = try read(Self.receipt())
        #expect(receipt.transactionID == "1000000046178817" && receipt.originalTransactionID == "1000000046178816")
        #expect(receipt.productID == "com.example.garden.pond" && receipt.bundleID == "com.example.garden")
        #expect(receipt.environment == .sandbox)
        #expect(try read(Self.receipt(Self.info, "")).environment == .production)
        let data = Data(Self.receipt().utf8)
        #expect(try TransactionReceipt(data.base64EncodedData()) == receipt)
        #expect(try TransactionReceipt(data.base64EncodedData(options: .lineLength64Characters)) == receipt)
        #expect(try read("\n " + Self.receipt().replacingOccurrences(of: "\n\t", with: " ") + "\r\n") == receipt)
        #expect(try read(Self.receipt().replacingOccurrences(of: #""100""#, with: "100")) == receipt)
        let least = try read(Self.receipt(#"{"transaction-id"="7";}"#))
        #expect(least.transactionID == "7" && least.originalTransactionID == nil && least.productID == nil)
    }

    @Test("As an app's receipt it is rejected by name, not as malformed, and no forgery")
    func asAppReceipt() throws {
        for data in [Data(Self.receipt().utf8), Data(Self.receipt().utf8).base64EncodedData()] {
            let failure = try #require(#expect(throws: SignedDataFailure.self) { try AppReceipt(data) })
            #expect(failure.code == .deprecatedForm && failure.check == .form && !failure.isForgery)
            #expect(failure.message.contains("iOS 7") && failure.message.contains("TransactionReceipt"))
            #expect(failure.retryClass == .permanent)
        }
        let other = #expect(throws: SignedDataFailure.self) { try AppReceipt(Data("{}".utf8)) }
        #expect(other?.code == .malformed)
    }

    @Test("What is not whole is malformed, with a reason")
    func malformed() {
        let texts = [
            "", " ", "{", "}", "{}", "[]", "x", "{}{}", #"{"purchase-info"="";}"#, #"{"purchase-info"="!";}"#,
            #"{"purchase-info"}"#, #"{"purchase-info"=}"#, #"{"purchase-info"="e30="}"#, #"{"purchase-info"="e30=";"#,
            #"{"a"="b;}"#, #"{"a"="\"";}"#, #"{"a"="1";"a"="2";}"#, #"{"a"={"b"="c";};}"#, #"{"":"1"}"#,
            Self.receipt("{}"), Self.receipt(""), Self.receipt(#"{"transaction-id"="";}"#),
            Self.receipt(#"{"transaction-id"="../1";}"#), Self.receipt(#"{"transaction-id"="١";}"#),
            Self.receipt("{\"transaction-id\"=\"\(String(repeating: "1", count: 65))\";}"),
            Self.receipt(Self.info, #""purchase-info" = "e30=";"#), Self.receipt() + "x",
        ]
        for text in texts {
            let failure = failure(text)
            #expect(failure?.code == .malformed && failure?.message.contains("iOS 7") == true, "\(text)")
        }
        #expect(throws: SignedDataFailure.self) { try TransactionReceipt(Data([0x7B, 0x22, 0xFF, 0x22])) }
    }

    @Test("Beyond the limits it is too large, at once")
    func limits() {
        let long = Self.receipt(Self.info, #""a" = "\#(String(repeating: "b", count: 64 << 10))";"#)
        #expect(failure(long)?.code == .tooLarge)
        #expect(failure(String(repeating: "{", count: 64 << 10))?.code == .malformed)
        let many = (0..<257).map { "\"\($0)\"=\"1\";" }.joined()
        #expect(failure(Self.receipt(Self.info, many))?.code == .tooLarge)
        #expect(failure(Self.receipt("{" + many + "}"))?.code == .tooLarge)
        let huge = #expect(throws: SignedDataFailure.self) { try AppReceipt(Data(repeating: 0x7B, count: 1 << 20)) }
        #expect(huge?.code == .malformed)
    }

    @Test("No change or end of its bytes does harm")
    func damage() throws {
        let bytes = Array(Self.receipt(#"{"transaction-id"="7";}"#).utf8)
        let base64 = Array(Data(bytes).base64EncodedData())
        for seed in [bytes, base64] {
            for count in seed.indices {
                #expect(throws: SignedDataFailure.self) { try TransactionReceipt(Data(seed[..<count])) }
            }
            for index in seed.indices {
                for byte in [0, 0x22, 0x3B, 0x3D, 0x5C, 0x7B, 0x7D, 0xFF] as [UInt8] {
                    var changed = seed
                    changed[index] = byte
                    _ = try? TransactionReceipt(Data(changed))
                    _ = try? AppReceipt(Data(changed))
                }
            }
        }
    }
}
