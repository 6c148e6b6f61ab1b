// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What StoreKit and the adapters name of UIKit, so that their branches for iOS compile on Linux. Nothing is shown.

public import Foundation

@MainActor open class UIResponder: NSObject {
    nonisolated public override init() { super.init() }
}

@MainActor open class UIScene: UIResponder {}

@MainActor open class UIWindowScene: UIScene {}

@MainActor open class UIViewController: UIResponder {}
