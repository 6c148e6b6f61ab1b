#if Studio
    import Purser
    import PurserFormats

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// The address of Studio, which stays the same after a restart.
    struct StudioAddress: Sendable, Hashable {
        /// The port on the loopback; 0 for the system's choice.
        var port: Int
        /// The secret part of the address: 64 digits.
        var token: String
        /// The number of runs at this address.
        var run: Int

        /// Makes a new address.
        init(port: Int = 0) {
            var generator = SystemRandomNumberGenerator()
            self.init(port: port, using: &generator)
        }

        /// Makes a new address with the caller's random numbers.
        init(port: Int, using generator: inout some RandomNumberGenerator) {
            self.port = port
            token = (0..<4).map { _ in
                let digits = String(generator.next() as UInt64, radix: 16)
                return String(repeating: "0", count: 16 - digits.count) + digits
            }.joined()
            run = 1
        }

        /// Reads the address of an earlier run, for the next run; `nil` if it is not valid.
        init?(kept bytes: Data) {
            guard let json = try? JSONReader(bytes, as: .json, file: "the address").root.value,
                let token = json.text("token"), let port = json.integer("port"), let run = json.integer("run"),
                token.utf8.count == 64, token.allSatisfy({ $0.isHexDigit && $0.isASCII }),
                (1...65_535).contains(port), (1..<1 << 40).contains(run)
            else { return nil }
            (self.port, self.token, self.run) = (Int(port), token, Int(run) + 1)
        }

        /// The content of the file.
        var kept: Data {
            Data(
                JSONValue.object([
                    "port": .integer(port), "token": .string(token), "run": .integer(run),
                ]).text.utf8)
        }

        /// The address for a browser.
        var url: String { "http://127.0.0.1:\(port)/\(token)/" }
    }
#endif
