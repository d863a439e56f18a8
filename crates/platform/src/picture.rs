//! Decodes uploaded pictures within limits and re-encodes them without metadata.

use image::{
    DynamicImage, ExtendedColorType, ImageDecoder, ImageEncoder, ImageError, ImageFormat, ImageReader, Limits,
    codecs::{
        jpeg::JpegEncoder,
        png::{self, CompressionType, PngEncoder},
    },
    imageops::FilterType,
    metadata::Orientation,
};
use std::io::Cursor;

const JPEG_QUALITY: u8 = 90;

/// Limits for decoding.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Maximum width and height in pixels.
    pub side_px: u32,
    /// Maximum memory of the decoded pixels.
    pub memory_bytes: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// Exceeds the limits.
    TooLarge,
    /// Truncated, damaged, or of an unsupported format.
    Broken,
}

/// A decoded picture.
#[derive(Debug)]
pub struct Decoded {
    pub format: ImageFormat,
    /// Before applying the orientation.
    pub pixels: DynamicImage,
    /// EXIF orientation; defaults to 1 (upright).
    pub orientation: Orientation,
}

impl Decoded {
    /// Applies the orientation.
    #[must_use]
    pub fn upright(mut self) -> DynamicImage {
        self.pixels.apply_orientation(self.orientation);
        self.pixels
    }
}

/// Decodes a PNG, JPEG or WebP, detected by content.
///
/// # Errors
///
/// The picture is too large or can't be decoded.
pub fn decode(bytes: &[u8], bounds: Bounds) -> Result<Decoded, Unreadable> {
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|_| Unreadable::Broken)?;
    let format = reader.format().ok_or(Unreadable::Broken)?;
    if format == ImageFormat::Jpeg && !is_whole(bytes) {
        return Err(Unreadable::Broken);
    }
    let mut limits = Limits::default();
    limits.max_image_width = Some(bounds.side_px);
    limits.max_image_height = Some(bounds.side_px);
    limits.max_alloc = Some(bounds.memory_bytes);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(unreadable)?;
    // Some decoders don't enforce the limits themselves.
    if decoder.total_bytes() > bounds.memory_bytes {
        return Err(Unreadable::TooLarge);
    }
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let pixels = DynamicImage::from_decoder(decoder).map_err(unreadable)?;
    Ok(Decoded { format, pixels, orientation })
}

/// Returns true if a JPEG is complete: the last SOS marker (ITU-T T.81 B.1.1.3) is followed by EOI. The decoder would
/// fill missing parts with gray.
fn is_whole(jpeg: &[u8]) -> bool {
    let last = |marker: u8| jpeg.windows(2).rposition(|pair| pair == [0xff, marker]);
    last(0xd9) > last(0xda)
}

fn unreadable(error: ImageError) -> Unreadable {
    match error {
        ImageError::Limits(_) => Unreadable::TooLarge,
        _ => Unreadable::Broken,
    }
}

/// A re-encoded picture without metadata.
#[derive(Clone, Debug)]
pub struct Written {
    /// `image/png` or `image/jpeg`.
    pub media_type: &'static str,
    pub bytes: Vec<u8>,
    pub width_px: u32,
    pub height_px: u32,
}

/// Re-encodes a picture upright and scaled to a maximum side length: photos as JPEG, anything else as PNG.
pub fn rewrite(bytes: &[u8], bounds: Bounds, longest_px: u32) -> Result<Written, Unreadable> {
    let decoded = decode(bytes, bounds)?;
    let format = decoded.format;
    let mut picture = decoded.upright();
    if picture.width() > longest_px || picture.height() > longest_px {
        picture = picture.resize(longest_px, longest_px, FilterType::Lanczos3);
    }
    let (width_px, height_px) = (picture.width(), picture.height());
    let mut bytes = Vec::new();
    let (media_type, written) = match format {
        ImageFormat::Jpeg => {
            let encoder = JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY);
            let pixels = picture.into_rgb8();
            ("image/jpeg", encoder.write_image(&pixels, width_px, height_px, ExtendedColorType::Rgb8))
        }
        _ => {
            let encoder = PngEncoder::new_with_quality(&mut bytes, CompressionType::Best, png::FilterType::Adaptive);
            let pixels = picture.into_rgba8();
            ("image/png", encoder.write_image(&pixels, width_px, height_px, ExtendedColorType::Rgba8))
        }
    };
    written.map_err(unreadable)?;
    Ok(Written { media_type, bytes, width_px, height_px })
}
