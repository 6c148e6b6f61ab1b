#if Server
    import Foundation
    import Logging
    import Purser
    import Testing

    @testable import PurserBookServer

    @Suite("Logs as lines of JSON")
    struct LogTests {
        @Test("Each event is one line with one object; what is below the level is left out")
        func lines() throws {
            let written = Lock<[String]>([])
            var logger = Logger(label: "book") { label in
                JSONLog(label: label, level: .notice) { line in written.withLock { $0.append(line) } }
            }
            logger[metadataKey: "always"] = "1"
            logger.info("left out")
            logger.warning("two\nlines", metadata: ["list": ["a", "b"], "inner": ["c": "\"d\""]])
            let lines = written.withLock { $0 }
            #expect(lines.count == 1 && lines[0].hasSuffix("\n") && lines[0].dropLast().contains("\n") == false)
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
            #expect(object["message"] as? String == "two\nlines" && object["level"] as? String == "warning")
            #expect(object["label"] as? String == "book")
            #expect((object["time"] as? String)?.wholeMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/#) != nil)
            let metadata = try #require(object["metadata"] as? [String: Any])
            #expect(metadata["always"] as? String == "1" && metadata["list"] as? [String] == ["a", "b"])
            #expect(metadata["inner"] as? [String: String] == ["c": "\"d\""])
        }
    }
#endif
