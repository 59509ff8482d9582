import CJXL

/// A JPEG XL encoded by libjxl.
struct SampleJPEGXL {
    var isLossless = true
    /// As in EXIF.
    var orientation = 1
    var profile: [UInt8] = []
    /// Boxes of the container, such as `Exif`.
    var boxes: [(type: String, content: [UInt8])] = []
    /// Whether the samples have two bytes, and are PQ in the primaries of BT.2100.
    var isPQ = false
    /// Whether the colors are inks, with black in a separate plane.
    var hasBlack = false
    /// The number of frames: more than one for an animation.
    var frames = 1

    func encode(_ picture: Quadrants) -> [UInt8] {
        encode(picture.rgba, width: picture.size.width, height: picture.size.height, channels: 4)
    }

    /// - Parameters:
    ///   - channels: 1 for gray, 3 for RGB, 4 for RGBA.
    ///   - black: a byte for each pixel.
    func encode(_ pixels: [UInt8], width: Int, height: Int, channels: Int, black: [UInt8] = []) -> [UInt8] {
        guard let encoder = JxlEncoderCreate(nil) else { preconditionFailure() }
        defer { JxlEncoderDestroy(encoder) }
        if !boxes.isEmpty { precondition(JxlEncoderUseBoxes(encoder) == JXL_ENC_SUCCESS) }
        var info = JxlBasicInfo()
        JxlEncoderInitBasicInfo(&info)
        info.xsize = UInt32(width)
        info.ysize = UInt32(height)
        info.bits_per_sample = isPQ ? 16 : 8
        info.num_color_channels = channels == 1 ? 1 : 3
        info.alpha_bits = channels == 4 ? 8 : 0
        info.num_extra_channels = channels == 4 || hasBlack ? 1 : 0
        info.uses_original_profile = isLossless ? 1 : 0
        info.orientation = JxlOrientation(UInt32(orientation))
        if frames > 1 {
            info.have_animation = 1
            info.animation.tps_numerator = 10
            info.animation.tps_denominator = 1
        }
        precondition(JxlEncoderSetBasicInfo(encoder, &info) == JXL_ENC_SUCCESS)
        if hasBlack {
            var channel = JxlExtraChannelInfo()
            JxlEncoderInitExtraChannelInfo(JXL_CHANNEL_BLACK, &channel)
            precondition(JxlEncoderSetExtraChannelInfo(encoder, 0, &channel) == JXL_ENC_SUCCESS)
        }
        if isPQ {
            var color = JxlColorEncoding()
            color.color_space = JXL_COLOR_SPACE_RGB
            color.white_point = JXL_WHITE_POINT_D65
            color.primaries = JXL_PRIMARIES_2100
            color.transfer_function = JXL_TRANSFER_FUNCTION_PQ
            precondition(JxlEncoderSetColorEncoding(encoder, &color) == JXL_ENC_SUCCESS)
        } else if profile.isEmpty {
            var color = JxlColorEncoding()
            JxlColorEncodingSetToSRGB(&color, channels == 1 ? 1 : 0)
            precondition(JxlEncoderSetColorEncoding(encoder, &color) == JXL_ENC_SUCCESS)
        } else {
            precondition(JxlEncoderSetICCProfile(encoder, profile, profile.count) == JXL_ENC_SUCCESS)
        }
        let settings = JxlEncoderFrameSettingsCreate(encoder, nil)
        JxlEncoderSetFrameLossless(settings, isLossless ? 1 : 0)
        if !isLossless { JxlEncoderSetFrameDistance(settings, 1) }
        for (type, content) in boxes {
            let name = type.utf8.map { CChar(bitPattern: $0) }
            precondition(JxlEncoderAddBox(encoder, name, content, content.count, 0) == JXL_ENC_SUCCESS)
        }
        var format = JxlPixelFormat(
            num_channels: UInt32(channels), data_type: isPQ ? JXL_TYPE_UINT16 : JXL_TYPE_UINT8,
            endianness: JXL_LITTLE_ENDIAN, align: 0)
        for frame in 0..<frames {
            if frames > 1 {
                var header = JxlFrameHeader()
                JxlEncoderInitFrameHeader(&header)
                header.duration = 1
                JxlEncoderSetFrameHeader(settings, &header)
            }
            let content = frame == 0 ? pixels : pixels.map { 255 - $0 / 2 }
            precondition(JxlEncoderAddImageFrame(settings, &format, content, content.count) == JXL_ENC_SUCCESS)
            if hasBlack {
                var plane = JxlPixelFormat(
                    num_channels: 1, data_type: JXL_TYPE_UINT8, endianness: JXL_NATIVE_ENDIAN, align: 0)
                precondition(
                    JxlEncoderSetExtraChannelBuffer(settings, &plane, black, black.count, 0) == JXL_ENC_SUCCESS)
            }
        }
        JxlEncoderCloseInput(encoder)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var status = JXL_ENC_NEED_MORE_OUTPUT
        while status == JXL_ENC_NEED_MORE_OUTPUT {
            let written = buffer.withUnsafeMutableBufferPointer { buffer -> Int in
                var next = buffer.baseAddress
                var left = buffer.count
                status = JxlEncoderProcessOutput(encoder, &next, &left)
                return buffer.count - left
            }
            bytes += buffer[..<written]
        }
        precondition(status == JXL_ENC_SUCCESS)
        return bytes
    }
}
