#if Studio
    import Purser

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// Where a page finds Studio, also after Studio was started once more.
    struct StudioAddress: Sendable, Hashable {
        /// The port on the loopback; 0 lets the system choose one.
        var port: Int
        /// What the address contains, and nobody else knows: 64 digits.
        var token: String
        /// How often Studio was started there.
        var run: Int

        /// An address that was never used.
        init(port: Int = 0) {
            var generator = SystemRandomNumberGenerator()
            self.init(port: port, using: &generator)
        }

        /// The same with random numbers of the caller's.
        init(port: Int, using generator: inout some RandomNumberGenerator) {
            self.port = port
            token = (0..<4).map { _ in
                let digits = String(generator.next() as UInt64, radix: 16)
                return String(repeating: "0", count: 16 - digits.count) + digits
            }.joined()
            run = 1
        }

        /// The address that an earlier run has kept, for one run more; `nil` when that is no such address.
        init?(kept bytes: Data) {
            guard let json = try? JSONReader(bytes, as: .json, file: "the address").root.value,
                let token = json.text("token"), let port = json.integer("port"), let run = json.integer("run"),
                token.utf8.count == 64, token.allSatisfy({ $0.isHexDigit && $0.isASCII }),
                (1...65_535).contains(port), (1..<1 << 40).contains(run)
            else { return nil }
            (self.port, self.token, self.run) = (Int(port), token, Int(run) + 1)
        }

        /// What a file keeps.
        var kept: Data {
            Data(
                JSONValue.object([
                    "port": .integer(port), "token": .string(token), "run": .integer(run),
                ]).text.utf8)
        }

        /// What a person opens.
        var url: String { "http://127.0.0.1:\(port)/\(token)/" }
    }
#endif
