/// Vocabulary for pictures of one kind: a title is a subject and a setting, a description is a remark.
struct SceneVocabulary: Sendable {
    let subjects: [String]
    let settings: [String]
    let remarks: [String]
    /// Tags shared by all pictures of the kind.
    let tags: [String]
    /// Tags of which each picture gets one.
    let moods: [String]
}
