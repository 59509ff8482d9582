/// What people say of the pictures of one kind: a title is a subject and a setting, a description is a remark.
struct SceneWords: Sendable {
    let subjects: [String]
    let settings: [String]
    let remarks: [String]
    /// Tags of every picture of the kind.
    let tags: [String]
    /// Tags of which a picture has one.
    let moods: [String]
}
