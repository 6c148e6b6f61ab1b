import Purser
import Testing

@Suite struct VisibleASCIITests {
    /// The same by its definition, one byte after the other.
    private func isVisible(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    @Test("A text is visible ASCII exactly when each of its bytes is", arguments: 0..<20)
    func everyByte(at place: Int) {
        for length in (place + 1)...20 {
            for byte in UInt8(0)..<0x80 {
                var bytes = [UInt8](repeating: 0x61, count: length)
                bytes[place] = byte
                let text = String(decoding: bytes, as: UTF8.self)
                #expect(text.isVisibleASCII == isVisible(text), "byte \(byte) at \(place) of \(length)")
            }
        }
    }

    @Test(
        "Other scripts and an empty text are not visible ASCII", arguments: ["", "é", "abcdefgé", "ключ", "a b", "💿💿💿"])
    func others(_ text: String) { #expect(!text.isVisibleASCII) }
}
