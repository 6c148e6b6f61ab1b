import SwiftUI

// The app in which the checks run; it shows nothing of its own.
@main
struct CheckApp: App {
    var body: some Scene {
        WindowGroup { Text("The checks run as tests of this app.") }
    }
}
