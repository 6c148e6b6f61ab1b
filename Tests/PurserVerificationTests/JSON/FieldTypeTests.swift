import Foundation
import Testing

@testable import PurserVerification

@Suite("Fields of signed JSON, by their types")
struct FieldTypeTests {
    private func transaction(_ member: String) throws -> TransactionPayload {
        try TransactionPayload(json: Data("{\(member)}".utf8))
    }

    @Test(
        "A price is the same as its thousandths divided",
        arguments: [
            0, 1, -1, 10, 99, 100, 990, 999, 1_000, 1_001, 9_990, 10_000, -12_340, 120_000, .max, .min, .min + 1,
        ]
            as [Int64])
    func prices(thousandths: Int64) throws {
        let price = try #require(try transaction("\"price\":\(thousandths)").price)
        let expected = Decimal(thousandths) / 1_000
        #expect(price == expected && price.description == expected.description)
        #expect(price.hashValue == expected.hashValue)
    }

    @Test("A UUID is read in its one form, in letters of either case")
    func identifiers() throws {
        let id = UUID()
        for text in [id.uuidString, id.uuidString.lowercased()] {
            #expect(try transaction("\"appAccountToken\":\"\(text)\"").appAccountToken == id)
        }
        for text in ["00000000-0000-0000-0000-000000000000", "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF"] {
            #expect(try transaction("\"appAccountToken\":\"\(text)\"").appAccountToken?.uuidString == text)
        }
    }

    @Test(
        "A UUID in another form is none, and is kept as it came",
        arguments: [
            "", "7b7f7ca586f44e29b89b3f5dbe0a3a0b", "{7b7f7ca5-86f4-4e29-b89b-3f5dbe0a3a0b}",
            "7b7f7ca5-86f4-4e29-b89b-3f5dbe0a3a0", "7b7f7ca5-86f4-4e29-b89b-3f5dbe0a3a0b ",
            "7b7f7ca5-86f4-4e29-b89b3f5dbe0a3a0b--", "7b7f7ca-586f4-4e29-b89b-3f5dbe0a3a0b",
            " b7f7ca5-86f4-4e29-b89b-3f5dbe0a3a0b", "+b7f7ca5-86f4-4e29-b89b-3f5dbe0a3a0b",
            "0x7f7ca5-86f4-4e29-b89b-3f5dbe0a3a0b", "gb7f7ca5-86f4-4e29-b89b-3f5dbe0a3a0b",
            "7b7f7ca5-86f4-4e29-b89b-3f5dbe0a3aé",
        ])
    func otherIdentifiers(text: String) throws {
        let payload = try transaction("\"appAccountToken\":\"\(text)\"")
        #expect(payload.appAccountToken == nil && payload.unknownFields == "{\"appAccountToken\":\"\(text)\"}")
    }

    @Test("A member of a group that is told in part is kept, and one that is null is none")
    func groups() throws {
        let payload = try transaction(
            #""offerPeriod":"P1M","deviceVerification":"AQID","deviceVerificationNonce":null,"commitmentInfo":{}"#)
        #expect(payload.offer == nil && payload.commitmentInfo == nil && payload.deviceVerification == nil)
        #expect(
            payload.unknownFields == #"{"commitmentInfo":{},"deviceVerification":"AQID","offerPeriod":"P1M"}"#)
    }
}
