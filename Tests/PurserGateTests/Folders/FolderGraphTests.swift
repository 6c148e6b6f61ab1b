import Testing

@Suite("What a folder uses")
struct FolderGraphTests {
    private static func graph(_ files: [String: String]) -> FolderGraph {
        FolderGraph(files: files.map { (path: $0.key, text: $0.value) })
    }

    @Test("A circle of two folders is found, with the types that close it")
    func two() {
        let graph = Self.graph([
            "Shop/Shop.swift": "struct Shop { var till: Till }",
            "Till/Till.swift": "public struct Till {}",
            "Till/Drawer.swift": "extension Till { func of(_ shop: Shop) {} }",
            "Door/Door.swift": "struct Door { var shop: Shop }",
        ])
        #expect(graph.circles == [["Shop", "Till"]])
        #expect(graph.report == "Circle of 2: Shop, Till\n  Shop -> Till: Till\n  Till -> Shop: Shop")
    }

    @Test("A circle of three folders, none of which knows its user, is found with its steps")
    func three() {
        let graph = Self.graph([
            "A/A.swift": "actor First { let second = Second() }",
            "B/B.swift": "package final class Second { typealias Next = Third }",
            "C/Deep/C.swift": "indirect enum Third { case first(First) }",
        ])
        #expect(graph.circles == [["A", "B", "C"]])
        #expect(
            graph.report == "Circle of 3: A, B, C\n  A -> B: Second\n  B -> C: Third\n  C -> A: First")
    }

    @Test("Floors have no circle, files beside the folders are a folder of their own")
    func floors() {
        let graph = Self.graph([
            "main.swift": "print(Upper())",
            "Upper/Upper.swift": "struct Upper { let lower: Lower }",
            "Lower/Lower.swift": "struct Lower {}",
        ])
        #expect(graph.circles.isEmpty && graph.report.isEmpty)
        #expect(graph.folders == [".", "Lower", "Upper"])
        #expect(graph.uses == [".": ["Upper": ["Upper"]], "Upper": ["Lower": ["Lower"]]])
    }

    @Test(
        "What is no use of a type does not count",
        arguments: [
            "// Shop", "/// Shop", "/* a /* nested */ Shop */", "let text = \"Shop\"", "let text = \"\\\" Shop\"",
            "let text = \"\"\"\n  \"Shop\"\n  \"\"\"", "let text = #\"a \"Shop\" \\(b)\"#", "let a = b.Shop",
            "let aShop = 1",
            "let text = \"\\(name(\"a)\")) Shop\"",
        ])
    func noUse(text: String) { #expect(SwiftWords(text).used.isDisjoint(with: ["Shop"])) }

    @Test(
        "What is a use of a type counts",
        arguments: [
            "let a: Shop", "Shop.make()", "let a = [Shop]()", "extension Shop {}", "let text = \"// \"; let a = Shop()",
            "let text = \"\\\\\"; let a: Shop", "/* */ Shop()", "let a = #\"\\\"# + Shop.name",
        ])
    func use(text: String) { #expect(SwiftWords(text).used.contains("Shop")) }

    @Test("Types at the top level count as declared, private and inner ones and extensions do not")
    func declared() {
        let text = """
            import Foundation
            private struct Hidden {}
            struct Plain { struct Inner {}; private enum Other {} }
            @available(macOS 15, *) public final class Marked {}
            #if canImport(Network)
                package actor Indented {}
            #endif
            extension Plain: Equatable { enum More {} }
            fileprivate let three = 3
            protocol Able {}
            public typealias Name = String
            """
        #expect(SwiftWords(text).declared == ["Plain", "Marked", "Indented", "Able", "Name"])
    }
}
