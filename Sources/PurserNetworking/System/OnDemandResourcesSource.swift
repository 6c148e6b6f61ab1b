package import Foundation
public import Purser

/// Content in the app's on-demand resources, which the App Store hosts and the system fetches by their tags.
///
/// The named files are copied from the app's bundle, and stay when the system purges the resources. If a product list has tags,
/// set `ProductListFetching.onDemand` to a closure that makes one of these.
public struct OnDemandResourcesSource: ContentSource {
    /// The tags of the resources.
    public let tags: Set<String>
    /// The files that are the content, by their names in the bundle.
    public let files: [String]
    private let resources: any TaggedResources

    /// Makes a source of tagged resources.
    ///
    /// - Parameters:
    ///   - tags: the tags of the resources.
    ///   - files: the files that are the content, by their names in the bundle.
    ///   - resources: calls the system.
    package init(tags: Set<String>, files: [String], resources: any TaggedResources) {
        self.tags = tags
        self.files = files
        self.resources = resources
    }

    /// Downloads the resources, and copies the files unless they are larger than the app allows.
    ///
    /// - Throws: `ContentFailure` when a file is not among them; otherwise the system's error.
    public func fetch(_ request: ContentRequest, with work: ContentWork) async throws {
        let files = SystemFiles(names: files, origin: "on-demand resources \(tags.sorted().joined(separator: ", "))")
        try await resources.withAccess(to: tags) { find in
            try files.copy(into: work.stagingDirectory, within: work.limits, find)
        }
    }
}

/// The required calls of on-demand resources, separate from the code that uses them.
package protocol TaggedResources: Sendable {
    /// Calls `body` while the resources of tags are on the device.
    ///
    /// - Parameter body: gets a function that finds a file by its name; `nil` for one that does not exist.
    func withAccess(to tags: Set<String>, _ body: (_ find: (String) -> URL?) throws -> Void) async throws
}
