import Basics

/// A camera's display name.
public enum CameraName {
    /// Returns maker and model, without the maker if the model begins with its first word: EXIF has `NIKON CORPORATION`
    /// and `NIKON D3100`.
    public static func joined(maker: String?, model: String?) -> String? {
        guard let model, !model.isEmpty else { return maker.flatMap { $0.isEmpty ? nil : $0 } }
        guard let maker, let first = maker.split(separator: " ").first,
            !model.lowercased().hasPrefix(first.lowercased())
        else { return model }
        return "\(maker) \(model)".bounded
    }
}
