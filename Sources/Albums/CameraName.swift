/// A camera as people call it.
public enum CameraName {
    /// The model, after its maker unless it begins with that already: cameras tell `NIKON CORPORATION` and `NIKON D3100`.
    public static func joined(maker: String?, model: String?) -> String? {
        guard let model, !model.isEmpty else { return maker.flatMap { $0.isEmpty ? nil : $0 } }
        guard let maker, let first = maker.split(separator: " ").first,
            !model.lowercased().hasPrefix(first.lowercased())
        else { return model }
        return "\(maker) \(model)"
    }
}
