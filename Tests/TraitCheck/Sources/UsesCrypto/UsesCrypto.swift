import Crypto

/// A digest of the app's own.
public func digest(_ text: String) -> [UInt8] { Array(SHA256.hash(data: Array(text.utf8))) }
