import Foundation

/// A gray JPEG of 48 by 32 pixels, without metadata.
enum JPEGFile {
    static let bytes =
        Data(
            base64Encoded: """
                /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5mo\
                q6T/wAALCAAgADABAREA/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/9oACAEBAAA/AJAAAAAAAAf/2Q==
                """
        ).map { [UInt8]($0) } ?? []
}
