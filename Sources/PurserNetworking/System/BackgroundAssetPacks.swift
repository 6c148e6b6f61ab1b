// The shared manager came with Xcode 26.
#if canImport(BackgroundAssets) && !os(watchOS) && compiler(>=6.2)
    import BackgroundAssets
    import Foundation
    import System

    /// The asset packs of the system's shared manager.
    @available(iOS 26, macOS 26, tvOS 26, visionOS 26, *)
    struct BackgroundAssetPacks: AssetPacks {
        func makeAvailable(
            _ packID: String, reporting report: @escaping @Sendable (Int64, Int64?) -> Void
        ) async throws {
            let pack = try await AssetPackManager.shared.assetPack(withID: packID)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await update in AssetPackManager.shared.statusUpdates(forAssetPackWithID: packID) {
                        guard case .downloading(_, let progress) = update else { continue }
                        let total = progress.totalUnitCount
                        report(progress.completedUnitCount, total > 0 ? total : nil)
                    }
                }
                try await AssetPackManager.shared.ensureLocalAvailability(of: pack)
                group.cancelAll()
            }
        }

        func url(of path: String) throws -> URL { try AssetPackManager.shared.url(for: FilePath(path)) }

        func remove(_ packID: String) async throws { try await AssetPackManager.shared.remove(assetPackWithID: packID) }
    }

    @available(iOS 26, macOS 26, tvOS 26, visionOS 26, *)
    extension AssetPackSource {
        /// A source of files in an asset pack.
        ///
        /// - Parameters:
        ///   - packID: the pack's identifier, as its manifest has it.
        ///   - files: the files or folders that are the content, by their paths in the pack.
        ///   - removesPack: whether the pack is removed when its files are copied.
        public init(packID: String, files: [String], removesPack: Bool = false) {
            self.init(packID: packID, files: files, removesPack: removesPack, packs: BackgroundAssetPacks())
        }
    }
#endif
