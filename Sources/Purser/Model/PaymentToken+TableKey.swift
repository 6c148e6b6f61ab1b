extension PaymentToken: TableKey {
    /// Numbers in a row fall far from each other, and evenly: multiples of the golden ratio.
    package var spread: UInt64 { ((number ^ launch) &* 0x9E37_79B9_7F4A_7C15) >> 20 }
}
