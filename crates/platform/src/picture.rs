//! Pictures from outside: decoded within limits, so that they can be written anew with nothing but what is seen.

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

/// The largest that is read.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Width and height, in pixels.
    pub side_px: u32,
    /// Memory of the unfolded pixels.
    pub memory_bytes: u64,
}

/// Why a picture is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// Beyond the bounds.
    TooLarge,
    /// Cut off, damaged, or no picture of a kind that we read.
    Broken,
}

/// The pixels of a picture.
#[derive(Debug)]
pub struct Decoded {
    /// What the bytes were.
    pub format: ImageFormat,
    /// As they lay in the file.
    pub pixels: DynamicImage,
    /// The camera's word on which side is up; upright where it said none.
    pub orientation: Orientation,
}

impl Decoded {
    /// The picture as it is to be seen.
    #[must_use]
    pub fn upright(mut self) -> DynamicImage {
        self.pixels.apply_orientation(self.orientation);
        self.pixels
    }
}

/// Reads a PNG, JPEG or WebP by what its bytes are.
///
/// # Errors
/// It is too large or can't be read.
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
    // Not every decoder asks for itself.
    if decoder.total_bytes() > bounds.memory_bytes {
        return Err(Unreadable::TooLarge);
    }
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let pixels = DynamicImage::from_decoder(decoder).map_err(unreadable)?;
    Ok(Decoded { format, pixels, orientation })
}

/// Whether a JPEG goes on to its end: its pixels (from the marker SOS, ITU-T T.81 B.1.1.3) are followed by EOI. The decoder
/// would paint what is missing gray.
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

/// A picture that we have written: it holds nothing but what is seen.
#[derive(Clone, Debug)]
pub struct Written {
    /// `image/png` or `image/jpeg`.
    pub media_type: &'static str,
    /// The file.
    pub bytes: Vec<u8>,
    /// Width.
    pub width_px: u32,
    /// Height.
    pub height_px: u32,
}

/// Writes a picture anew, upright and no longer than so many pixels a side: photographs as JPEG, all else as PNG.
///
/// # Errors
/// As [`decode`].
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
