import PurserTesting
import Testing

@testable import Purser

@Suite("The hash of identifiers")
struct KeyedHashTests {
    @Test("The keyed hash is SipHash with 128 bits: the published values, and those of the rounds used here")
    func sipHash() {
        let hash = KeyedHash(first: 0x0706_0504_0302_0100, second: 0x0F0E_0D0C_0B0A_0908)
        // By the authors' reference implementation for 2 and 4 rounds, by OpenSSL for both.
        let known: [(count: Int, two: [UInt64], one: [UInt64])] = [
            (0, [0xE6A8_25BA_047F_81A3, 0x9302_55C7_1472_F66D], [0xBEA5_8827_B2BC_7EE7, 0x0130_30DD_6ADB_62FD]),
            (1, [0x44AF_996B_D8C1_87DA, 0x45FC_229B_1159_7634], [0xA8ED_D360_0437_6FFC, 0x63F0_2F2B_CC73_055E]),
            (15, [0x11A8_B033_99E9_9354, 0xD9C3_CF97_0FEC_087E], [0x6C52_BDB2_0555_7EC1, 0x0901_7E1E_ECCD_2129]),
            (16, [0xBB54_B067_CAA4_E26E, 0x7705_2385_BF15_33FD], [0xEB8E_5115_57D9_A8D0, 0x9317_9E3D_F8B0_13B5]),
            (63, [0x4A83_502F_77D1_5051, 0x7CBD_3F97_9A06_3E50], [0x6F42_FE4E_E300_584C, 0xAD60_52A7_0A6B_9F07]),
        ]
        for (count, two, one) in known {
            let bytes = (0..<count).map { UInt8($0) }
            bytes.withUnsafeBytes {
                let published = hash.hash($0, rounds: 2, lastRounds: 4)
                #expect([published.high, published.low] == two, "\(count)")
            }
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(hash.fingerprint(of: text) == Fingerprint(high: one[0], low: one[1]))
        }
        #expect(
            KeyedHash(first: 1, second: 0).fingerprint(of: "a") != KeyedHash(first: 0, second: 1).fingerprint(of: "a"))
    }
}
