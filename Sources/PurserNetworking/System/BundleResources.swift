// macOS has none; there the Apple check still compiles this.
#if os(iOS) || os(tvOS) || os(visionOS) || CHECKS_ALL_PLATFORMS
    public import Foundation

    /// The on-demand resources of a bundle.
    struct BundleResources: TaggedResources {
        let bundle: Bundle

        func withAccess(to tags: Set<String>, _ body: (_ find: (String) -> URL?) throws -> Void) async throws {
            let request = NSBundleResourceRequest(tags: tags, bundle: bundle)
            try await request.beginAccessingResources()
            defer { request.endAccessingResources() }
            try body { bundle.url(forResource: $0, withExtension: nil) }
        }
    }

    extension OnDemandResourcesSource {
        /// A source of on-demand resources.
        ///
        /// - Parameters:
        ///   - tags: the tags of the resources.
        ///   - files: the files that are the content, by their names in the bundle.
        ///   - bundle: the bundle that the resources belong to.
        public init(tags: Set<String>, files: [String], bundle: Bundle = .main) {
            self.init(tags: tags, files: files, resources: BundleResources(bundle: bundle))
        }
    }
#endif
