/// A command has failed, and has already written why.
struct Unsuccessful: Error {}
