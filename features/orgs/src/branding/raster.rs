//! PNG and JPEG: decoded within limits and encoded anew, so that nothing is kept but the pixels.

use crate::branding::picture::{BROKEN, Picture, Refusal};
use image::{
    DynamicImage, ExtendedColorType, ImageDecoder, ImageEncoder, ImageFormat, ImageReader, Limits,
    codecs::{
        jpeg::JpegEncoder,
        png::{CompressionType, FilterType, PngEncoder},
    },
    imageops,
    metadata::Orientation,
};
use std::io::Cursor;

/// Longest side of what is read.
const SIDE_PX_MAX: u32 = 8_192;
/// Most pixels of what is read.
const PIXELS_MAX: u64 = 16_000_000;
/// Longest side of what is kept: four times what the widest place shows.
const KEPT_SIDE_PX_MAX: u32 = 1_024;
const JPEG_QUALITY: u8 = 90;

const TOO_LARGE: Refusal = Refusal("This picture is too large. A logo has at most 16 million pixels, 8192 a side");

/// Whether a JPEG goes on to its end: its pixels (from the marker SOS, ITU-T T.81 B.1.1.3) are followed by EOI. The decoder
/// would paint what is missing gray.
fn is_whole(jpeg: &[u8]) -> bool {
    let last = |marker: u8| jpeg.windows(2).rposition(|pair| pair == [0xff, marker]);
    last(0xd9) > last(0xda)
}

/// The pixels of a picture, upright, and no more of them than a logo needs.
pub(crate) fn clean(bytes: &[u8], format: ImageFormat) -> Result<Picture, Refusal> {
    if format == ImageFormat::Jpeg && !is_whole(bytes) {
        return Err(BROKEN);
    }
    let mut limits = Limits::default();
    limits.max_image_width = Some(SIDE_PX_MAX);
    limits.max_image_height = Some(SIDE_PX_MAX);
    limits.max_alloc = Some(PIXELS_MAX * 8);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(refusal)?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > PIXELS_MAX {
        return Err(TOO_LARGE);
    }
    // The camera's word on which side is up goes with the metadata; without one it is upright.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut image = DynamicImage::from_decoder(decoder).map_err(refusal)?;
    image.apply_orientation(orientation);
    if image.width() > KEPT_SIDE_PX_MAX || image.height() > KEPT_SIDE_PX_MAX {
        image = image.resize(KEPT_SIDE_PX_MAX, KEPT_SIDE_PX_MAX, imageops::FilterType::Lanczos3);
    }
    let (width_px, height_px) = (image.width(), image.height());
    let mut written = Vec::new();
    let media_type = match format {
        ImageFormat::Jpeg => {
            let pixels = image.into_rgb8();
            JpegEncoder::new_with_quality(&mut written, JPEG_QUALITY)
                .write_image(&pixels, width_px, height_px, ExtendedColorType::Rgb8)
                .map_err(refusal)?;
            "image/jpeg"
        }
        _ => {
            let pixels = image.into_rgba8();
            PngEncoder::new_with_quality(&mut written, CompressionType::Best, FilterType::Adaptive)
                .write_image(&pixels, width_px, height_px, ExtendedColorType::Rgba8)
                .map_err(refusal)?;
            "image/png"
        }
    };
    Ok(Picture { media_type, bytes: written, width_px, height_px })
}

fn refusal(error: image::ImageError) -> Refusal {
    match error {
        image::ImageError::Limits(_) => TOO_LARGE,
        _ => BROKEN,
    }
}
