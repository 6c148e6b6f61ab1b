import Foundation
import Testing

@testable import PurserVerification

@Suite("A receipt beyond a limit is too large, and no forgery")
struct ReceiptLimitTests {
    private func error(_ bytes: [UInt8]) -> SignedDataFailure? {
        #expect(throws: SignedDataFailure.self) { try AppReceipt(Data(bytes)) }
    }

    private func isTooLarge(_ bytes: [UInt8], _ limit: String) -> Bool {
        let error = error(bytes)
        return error?.code == .tooLarge && error?.isForgery == false && error?.message.contains(limit) == true
    }

    @Test("V1: rows, fields, bytes and nesting beyond the limits are told as too large, and the limit is named")
    func limits() {
        let row: [UInt8] = [0x30, 0x0A, 0x02, 0x01, 17, 0x02, 0x01, 0x01, 0x04, 0x02, 0x31, 0x00]
        let rows = Array(repeatElement(row, count: 100_001).joined())
        #expect(isTooLarge(TestContainer(payload: TestDER.set(rows)).bytes, "100000 rows"))
        let fields = (0..<257).map { (3_000 + $0, [UInt8(5), 0]) }
        for receipt in [TestReceipt(fields: fields), TestReceipt(rows: [fields])] {
            #expect(isTooLarge(TestContainer(payload: receipt.payload).bytes, "256 fields"))
        }
        let bytes = [UInt8](repeating: 0x30, count: ReceiptContainer.maximumBytes + 1)
        #expect(isTooLarge(bytes, "\(ReceiptContainer.maximumBytes) bytes"))
        let levels = (0..<BERReader.maximumDepth + 1).flatMap { _ in [0x30, 0x80] as [UInt8] }
        #expect(isTooLarge(levels, "\(BERReader.maximumDepth) deep"))
    }

    @Test("Empty pieces under many marked ends are given up after as many as are allowed, not after all of them")
    func pieces() throws {
        func receipt(_ count: Int, levels: Int) -> [UInt8] {
            var content = Array(repeatElement([0x04, 0x00] as [UInt8], count: count).joined())
            for _ in 0..<levels { content = TestDER.endless(0x24, content) }
            return TestDER.endless(0x30, TestContainer.signedData + TestDER.endless(0xA0, content))
        }
        let fault = try #require(error(receipt(1_000_000, levels: 18)))
        #expect(fault.code == .tooLarge && !fault.isForgery)
        // Two bytes each, behind the heads of the levels and the container's.
        let offset = try #require(fault.message.split(separator: " ").compactMap { Int($0) }.last)
        #expect(
            (2 * BERReader.maximumElements - 100...2 * BERReader.maximumElements + 100).contains(offset), "\(fault)")
        // Below the limit it is what is inside that counts.
        #expect(error(receipt(1_000, levels: 18))?.code == .malformed)
    }

    @Test("A content in as many pieces as Xcode would write for the largest receipt is read")
    func genuinePieces() throws {
        let payload = TestReceipt.sandbox().payload
        var container = TestContainer(payload: payload)
        let receipt = try AppReceipt(Data(container.bytes))
        container.pieceSize = 1
        #expect(try AppReceipt(Data(container.endlessBytes)) == receipt)
        #expect(ReceiptContainer.maximumBytes / 1_000 < BERReader.maximumElements / 2)
    }
}
