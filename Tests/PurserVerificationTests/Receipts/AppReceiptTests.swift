import Foundation
import Purser
import Testing

@testable import PurserVerification

@Suite("Receipts are read")
struct AppReceiptTests {
    @Test("Every field and row is read, from definite lengths, from marked ends, and from Base64")
    func reading() throws {
        let container = TestContainer(payload: TestReceipt.sandbox().payload)
        let receipt = try AppReceipt(Data(container.bytes))
        #expect(receipt.receiptType == "ProductionSandbox" && receipt.environment == .sandbox && receipt.appID == 1234)
        #expect(receipt.bundleID == "com.example.garden" && receipt.appVersion == "12")
        #expect(receipt.opaqueValue == Data([1, 2, 3, 4]) && receipt.hash?.count == 20)
        #expect(receipt.creationDate == Date(timeIntervalSince1970: 1_704_067_200))
        #expect(receipt.originalPurchaseDate == Date(timeIntervalSince1970: 1_577_836_800))
        #expect(receipt.originalAppVersion == "1.0" && receipt.expirationDate == nil)
        #expect(receipt.otherFields == [.init(type: 20, version: 1, value: Data([0x0C, 0]))])
        let purchase = try #require(receipt.purchases.first)
        #expect(purchase.quantity == 2 && purchase.productID == "garden.monthly" && purchase.transactionID == "1001")
        #expect(purchase.originalTransactionID == "1000" && purchase.productType == .autoRenewable)
        #expect(purchase.purchaseDate == Date(timeIntervalSince1970: 1_701_388_800))
        #expect(purchase.originalPurchaseDate == Date(timeIntervalSince1970: 1_701_388_801))
        #expect(purchase.expirationDate == Date(timeIntervalSince1970: 1_704_067_200))
        #expect(purchase.webOrderLineItemID == 77 && purchase.cancellationDate == nil)
        #expect(purchase.isTrialPeriod == true && purchase.isInIntroOfferPeriod == false)
        #expect(purchase.promotionalOfferID == "spring" && purchase.otherFields.map(\.type) == [1716])
        #expect(try AppReceipt(Data(container.endlessBytes)) == receipt)
        #expect(try AppReceipt(Data(container.bytes).base64EncodedData()) == receipt)
        let lines = Data(container.bytes).base64EncodedString(options: .lineLength64Characters)
        #expect(try AppReceipt(Data((lines + "\n").utf8)) == receipt)
    }

    @Test(
        "Dates are read with every offset; what is no date is refused",
        arguments: [
            ("2020-07-22T18:33:15Z", 1_595_442_795.0), ("2020-07-22T18:33:15+0100", 1_595_439_195),
            ("2020-07-22T18:33:15-02:30", 1_595_451_795), ("1970-01-01T00:00:00Z", 0),
            ("4001-01-01T00:00:00Z", 64_092_211_200), ("2024-02-29T23:59:60Z", 1_709_251_200),
            ("2020-07-22T18:33:15.250Z", 1_595_442_795.25), ("0000-03-01T00:00:00Z", -62_162_035_200),
            ("2020-13-01T00:00:00Z", nil), ("2020-00-01T00:00:00Z", nil), ("2020-01-32T00:00:00Z", nil),
            ("2020-01-01 00:00:00Z", nil), ("2020-01-01T24:00:00Z", nil), ("2020-01-01T00:00:00", nil),
            ("2020-01-01T00:00:00+1", nil), ("2020-01-01T00:00:00Zx", nil), ("٢٠٢٠-01-01T00:00:00Z", nil),
            ("2020-01-01T00:00:00.Z", nil), ("", nil),
        ] as [(String, Double?)])
    func dates(text: String, seconds: Double?) { #expect(ReceiptDate.date(text)?.timeIntervalSince1970 == seconds) }

    @Test("What is not the store's container is refused, part by part")
    func container() throws {
        let good = TestContainer(payload: TestReceipt.sandbox().payload)
        let changes: [(inout TestContainer) -> Void] = [
            { $0.version = 2 }, { $0.digest = TestContainer.rsa }, { $0.signerDigest = TestContainer.sha1 },
            { $0.algorithm = TestContainer.sha256 }, { $0.attributes = TestDER.element(0xA0, []) }, { $0.signers = 2 },
            { $0.signers = 0 }, { $0.payload = [] }, { $0.payload = TestDER.sequence([]) }, { $0.payload += [0] },
            { $0.certificates = [[0x04, 0]] }, { $0.certificates = Array(repeating: TestDER.sequence([]), count: 9) },
        ]
        for (index, change) in changes.enumerated() {
            var container = good
            change(&container)
            #expect(throws: SignedDataFailure.self, "change \(index)") { try AppReceipt(Data(container.bytes)) }
        }
        for bytes in [
            [], [0x30], [0x30, 0x80], [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF], good.bytes + [0], [0x04, 0x00],
        ] {
            #expect(throws: SignedDataFailure.self) { try AppReceipt(Data(bytes)) }
        }
    }

    @Test("A field that stands twice is refused: two readers could take different ones")
    func twice() {
        var receipt = TestReceipt.sandbox()
        receipt.fields.append((2, TestDER.utf8("com.example.desert")))
        #expect(throws: SignedDataFailure.self) { try AppReceipt(Data(TestContainer(payload: receipt.payload).bytes)) }
        var rows = TestReceipt.sandbox()
        rows.rows[0].append((1702, TestDER.utf8("garden.yearly")))
        #expect(throws: SignedDataFailure.self) { try AppReceipt(Data(TestContainer(payload: rows.payload).bytes)) }
    }

    @Test("Fields are limited, in a receipt and in a row, so that small fields cannot fill the memory")
    func many() throws {
        let many = (0..<256).map { (3_000 + $0, [UInt8(5), 0]) }
        let limit = TestReceipt(fields: many)
        #expect(try AppReceipt(Data(TestContainer(payload: limit.payload).bytes)).otherFields.count == 256)
        for receipt in [TestReceipt(fields: many + many), TestReceipt(rows: [many + many])] {
            #expect(throws: SignedDataFailure.self) {
                try AppReceipt(Data(TestContainer(payload: receipt.payload).bytes))
            }
        }
    }

    @Test("A field of another type than the store's is refused")
    func types() {
        for field in [
            (2, TestDER.integer(1)), (1, TestDER.utf8("1")), (12, TestDER.ia5("yesterday")),
            (2, [0x0C, 2, 0xC3, 0x28]),
        ] {
            let receipt = TestReceipt(fields: [field])
            #expect(throws: SignedDataFailure.self) {
                try AppReceipt(Data(TestContainer(payload: receipt.payload).bytes))
            }
        }
    }

    @Test("A mark of the byte order before a text is a part of it")
    func byteOrder() throws {
        let receipt = TestReceipt(fields: [(2, TestDER.utf8("\u{FEFF}com.example.garden"))])
        let read = try AppReceipt(Data(TestContainer(payload: receipt.payload).bytes))
        #expect(read.bundleID == "\u{FEFF}com.example.garden")
    }

    @Test("Every cut is refused, and every changed byte is read or refused, without a trap")
    func damage() throws {
        let container = TestContainer(payload: TestReceipt.sandbox().payload)
        for bytes in [container.bytes, container.endlessBytes] {
            for count in stride(from: 0, to: bytes.count, by: 3) {
                #expect(throws: SignedDataFailure.self) { try AppReceipt(Data(bytes.prefix(count))) }
            }
            for index in bytes.indices {
                for mask: UInt8 in [0xFF, 0x80, 0x01] {
                    var changed = bytes
                    changed[index] ^= mask
                    _ = try? AppReceipt(Data(changed))
                }
            }
        }
    }

    @Test("Nesting and lengths that promise more than there is end early")
    func hostile() {
        let nested: [UInt8] = (0..<200_000).flatMap { _ in [0x30, 0x80] as [UInt8] }
        let pieces: [UInt8] = (0..<100_000).flatMap { _ in [0x24, 0x80] as [UInt8] }
        let lengths: [[UInt8]] = [
            [0x30, 0x84, 0x7F, 0xFF, 0xFF, 0xFF, 0x00],
            [0x30, 0x88, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0x1F, 0x81, 0x00, 0x00],
        ]
        for bytes in lengths + [nested, pieces] {
            #expect(throws: SignedDataFailure.self) { try AppReceipt(Data(bytes)) }
        }
    }
}
