package import Foundation
public import Purser

/// Content in an asset pack of Background Assets, hosted by Apple or by the app's own server: the system downloads it,
/// also before a purchase and in the background.
///
/// The named files are copied from the pack, so that the store installs and keeps them as a whole; on the file system
/// of Apple's devices a copy takes no additional space. The app decides which pack a product needs. A pack has no
/// connection to a purchase, so do not let the system install packs with paid content before the purchase.
public struct AssetPackSource: ContentSource {
    /// The pack's identifier.
    public let packID: String
    /// The files or folders that are the content, by their paths in the pack.
    public let files: [String]
    /// Whether the pack is removed when its files are installed, so that they take their space once.
    public let removesPack: Bool
    private let packs: any AssetPacks

    /// Makes a source of files in a pack.
    ///
    /// - Parameters:
    ///   - packID: the pack's identifier.
    ///   - files: the files or folders that are the content, by their paths in the pack.
    ///   - removesPack: whether the pack is removed when its files are copied.
    ///   - packs: calls the system.
    package init(packID: String, files: [String], removesPack: Bool, packs: any AssetPacks) {
        self.packID = packID
        self.files = files
        self.removesPack = removesPack
        self.packs = packs
    }

    /// Downloads the pack, reports the progress, and copies its files.
    ///
    /// - Throws: `ContentFailure` when a file is not in the pack; otherwise the system's error.
    public func fetch(_ request: ContentRequest, with work: ContentWork) async throws {
        try await packs.makeAvailable(packID) { work.report($0, of: $1) }
        try SystemFiles(names: files, origin: "pack \(packID)")
            .copy(into: work.stagingDirectory, within: work.limits) { try packs.url(of: $0) }
        // The content is complete: a pack that stays only takes space.
        if removesPack { try? await packs.remove(packID) }
    }
}

/// The required calls of Background Assets, separate from the code that uses them.
package protocol AssetPacks: Sendable {
    /// Returns when a pack is on the device; reports the received and the total bytes.
    func makeAvailable(_ packID: String, reporting report: @escaping @Sendable (Int64, Int64?) -> Void) async throws
    /// The location of a pack's file on the device.
    func url(of path: String) throws -> URL
    /// Deletes a pack from the device.
    func remove(_ packID: String) async throws
}
