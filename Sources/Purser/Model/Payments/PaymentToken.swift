/// The identifier of a payment: 128 bits, unique over all launches.
///
/// It connects a transaction to its payment.
///
/// Backends that can attach a value to a payment return it with the transaction.
public struct PaymentToken: Sendable, Hashable {
    /// The random part, drawn once per launch and per user.
    public let launch: UInt64
    /// The number of the payment within that launch.
    public let number: UInt64

    /// Makes a token from its two halves.
    public init(launch: UInt64, number: UInt64) {
        self.launch = launch
        self.number = number
    }
}

extension PaymentToken: LosslessStringConvertible, Codable, TableKey {
    /// The token as `launch-number`, both hexadecimal.
    public var description: String { "\(String(launch, radix: 16))-\(String(number, radix: 16))" }

    /// Reads a token from its description; `nil` when the text is not a token.
    public init?(_ description: String) {
        let halves = description.split(separator: "-", omittingEmptySubsequences: false)
        guard halves.count == 2, let launch = UInt64(halves[0], radix: 16),
            let number = UInt64(halves[1], radix: 16)
        else { return nil }
        self.init(launch: launch, number: number)
    }

    /// Reads the textual form.
    public init(from decoder: any Decoder) throws { self = try decoder.described("a payment token") }

    /// Writes the textual form.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(description: self) }

    /// Multiplies by the golden ratio, so that consecutive numbers are far apart and evenly distributed over the table.
    package var spread: UInt64 { ((number ^ launch) &* 0x9E37_79B9_7F4A_7C15) >> 20 }
}
