extension PaymentToken: TableKey {
    /// Multiplies by the golden ratio, so that consecutive numbers fall far from each other and evenly over the table.
    package var spread: UInt64 { ((number ^ launch) &* 0x9E37_79B9_7F4A_7C15) >> 20 }
}
