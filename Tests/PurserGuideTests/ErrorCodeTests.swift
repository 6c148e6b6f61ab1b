import Foundation
import Testing

@Suite("The page of errors")
struct ErrorCodeTests {
    /// Every code that the library declares, wherever it does.
    private static func declared() throws -> Set<String> {
        var codes: Set<String> = []
        for file in try Page.files(in: "Sources/Purser", endingIn: ".swift") {
            let text = try String(contentsOf: Page.root.appendingPathComponent(file), encoding: .utf8)
            for part in text.components(separatedBy: "extension PurchaseFailure.Code {").dropFirst() {
                let body = part.components(separatedBy: "\n}").first ?? ""
                codes.formUnion(body.matches(of: #/public static let (\w+) = /#).map { String($0.1) })
            }
        }
        return codes
    }

    @Test("It explains each code once, and no other")
    func everyCode() throws {
        let page = try Page("Sources/Purser/Purser.docc/Guides/Errors.md")
        let explained = page.lines.compactMap { $0.firstMatch(of: #/^\| `(\w+)` \|/#).map { String($0.1) } }
        let codes = explained.filter { $0 != "AccountFileFailure" }
        let declared = try Self.declared()
        #expect(declared.count > 40)
        #expect(declared.subtracting(codes).sorted() == [])
        #expect(Set(codes).subtracting(declared).sorted() == [])
        #expect(codes.count == Set(codes).count)
    }
}
