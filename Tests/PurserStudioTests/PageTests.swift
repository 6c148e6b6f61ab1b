#if Studio
    import Foundation
    import Purser
    import PurserFormats
    import Testing

    @testable import PurserStudio

    @Suite("The files of the page")
    struct PageTests {
        @Test("The page has no script, style or handler in its markup, and nothing of another machine")
        func markup() {
            let markup = StudioFile.page.text
            #expect(markup.hasPrefix("<!doctype html>"))
            for forbidden in ["<style", " style=", " onclick", "javascript:", "http:", "https:", "//"] {
                #expect(!markup.contains(forbidden), "\(forbidden)")
            }
            #expect(markup.components(separatedBy: "<script").count == 2)
            #expect(markup.contains("<script src=\"studio.js\" defer></script>"))
        }

        @Test("The script writes text as text only")
        func script() {
            let script = StudioFile.script.text
            for forbidden in [
                "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "srcdoc",
            ] {
                #expect(!script.contains(forbidden), "\(forbidden)")
            }
            #expect(script.contains("\"use strict\""))
        }

        @Test("Each element that the script looks up is on the page")
        func elements() {
            let markup = StudioFile.page.text
            let script = StudioFile.script.text
            let names = script.matches(of: #/\$\("#([a-z-]+)[ "]/#).map { String($0.1) }
            #expect(names.count > 60)
            // The script makes this one itself.
            for name in Set(names).subtracting(["refund"]) { #expect(markup.contains("id=\"\(name)\""), "\(name)") }
        }

        @Test("No text can end an element or begin one, wherever the JSON stands")
        func escaping() throws {
            let name = "<script>alert(1)</script>&amp;\u{2028}\u{2029}\"'\\\u{0}\u{1F}é🌱"
            let text = JSONValue.object(["name": .string(name)]).escapedText
            for forbidden in ["<", ">", "&", "\u{2028}", "\u{2029}"] { #expect(!text.contains(forbidden)) }
            #expect(!text.utf8.contains { $0 < 0x20 })
            let read = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: String]
            #expect(read?["name"] == name)
        }
    }
#endif
