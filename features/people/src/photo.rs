//! Profile photos: turned upright, cropped to a square and re-encoded without metadata.

use crate::{
    me::{User, active_user},
    store,
};
use axum::{
    body::Bytes,
    extract::{State, rejection::BytesRejection},
    response::{IntoResponse, Response},
};
use http::{StatusCode, header};
use image::{DynamicImage, Rgb, RgbImage, codecs::jpeg::JpegEncoder, imageops::FilterType};
use lending::access::Permission;
use platform::{
    Actor, App, Error, Result, Tx,
    extract::{Json, UuidId},
    limits,
    picture::{self, Bounds, Decoded, Unreadable},
    record::Audit,
};
use serde_json::json;
use tokio::sync::Semaphore;
use uuid::Uuid;

/// Maximum upload size.
pub const UPLOAD_BYTES_MAX: usize = 5 * 1024 * 1024;
/// Width and height of the stored photo.
const SIDE: u32 = 256;
/// Limit for decoding: about 50 megapixels.
const LARGEST: Bounds = Bounds { side_px: 12_000, memory_bytes: 150_000_000 };
const JPEG_QUALITY: u8 = 86;
/// Uploads per user and hour.
const UPLOADS_MAX: i32 = 30;

/// Limits concurrent decoding.
static READING: Semaphore = Semaphore::const_new(2);

/// Sets the user's photo. The body is a JPEG, PNG or WebP file of up to 5 MB.
#[utoipa::path(put, path = "/api/users/me/photo", tag = "people", operation_id = "putMyPhoto", request_body(content = Vec<u8>, content_type = "application/octet-stream"), responses((status = 200, body = User), (status = 413), (status = 415)))]
pub async fn put(actor: Actor, State(app): State<App>, body: Result<Bytes, BytesRejection>) -> Result<Json<User>> {
    actor.may(Permission::ProfileEdit)?;
    let bytes = body.map_err(|rejection| match rejection.into_response().status() {
        StatusCode::PAYLOAD_TOO_LARGE => Error::TooLarge("A photo can have at most 5 MB.".to_owned()),
        _ => Error::Malformed("The photo was cut off.".to_owned()),
    })?;
    limits::take(&app.pool, "photo", &actor.user.to_string(), UPLOADS_MAX, 60).await?;
    let jpeg = {
        let _turn = READING.acquire().await.map_err(Error::internal)?;
        tokio::task::spawn_blocking(move || portrait(&bytes)).await.map_err(Error::internal)??
    };
    let mut tx = actor.begin(&app, Permission::ProfileEdit).await?;
    let out = set(&mut tx, Some((Uuid::new_v4(), &jpeg))).await?;
    tx.commit().await?;
    Ok(Json(out))
}

/// Removes the user's photo.
#[utoipa::path(delete, path = "/api/users/me/photo", tag = "people", operation_id = "deleteMyPhoto", responses((status = 200, body = User)))]
pub async fn remove(actor: Actor, State(app): State<App>) -> Result<Json<User>> {
    let mut tx = actor.begin(&app, Permission::ProfileEdit).await?;
    let out = set(&mut tx, None).await?;
    tx.commit().await?;
    Ok(Json(out))
}

/// Returns a photo. Its URL can't be guessed and never shows another photo.
#[utoipa::path(get, path = "/api/photos/{id}", tag = "people", operation_id = "getPhoto", params(("id" = String, Path)), responses((status = 200, content_type = "image/jpeg"), (status = 404)))]
pub async fn get(State(app): State<App>, UuidId(id): UuidId) -> Result<Response> {
    let jpeg = store::photo(&app.pool, id).await?.ok_or(Error::NotFound)?;
    let headers =
        [(header::CONTENT_TYPE, "image/jpeg"), (header::CACHE_CONTROL, "private, max-age=31536000, immutable")];
    Ok((headers, jpeg).into_response())
}

async fn set(tx: &mut Tx, photo: Option<(Uuid, &[u8])>) -> Result<User> {
    let user = tx.actor().user;
    let address = photo.map(|(id, _)| format!("/api/photos/{id}"));
    let before = store::set_photo(tx, photo, address.as_deref()).await?;
    if before != address {
        tx.audit(Audit {
            action: "user.photo",
            entity: "user",
            entity_id: &user.to_string(),
            before: Some(json!({"profileImage": before})),
            after: Some(json!({"profileImage": address})),
        })
        .await?;
        tx.event("user.edited", user).await?;
    }
    active_user(tx).await
}

/// Converts a file to a square upright JPEG with a white background.
fn portrait(file: &[u8]) -> Result<Vec<u8>> {
    let read = picture::decode(file, LARGEST).map_err(refused)?;
    // Crop before rotating, because rotation needs a copy.
    let square = Decoded { pixels: read.pixels.resize_to_fill(SIDE, SIDE, FilterType::Lanczos3), ..read }.upright();
    let mut jpeg = Vec::new();
    JpegEncoder::new_with_quality(&mut jpeg, JPEG_QUALITY).encode_image(&on_white(&square)).map_err(Error::internal)?;
    Ok(jpeg)
}

fn on_white(picture: &DynamicImage) -> RgbImage {
    let picture = picture.to_rgba8();
    RgbImage::from_fn(picture.width(), picture.height(), |x, y| {
        let [red, green, blue, alpha] = picture.get_pixel(x, y).0;
        let over = |value: u8| {
            let mixed = u32::from(value) * u32::from(alpha) + 255 * (255 - u32::from(alpha));
            u8::try_from(mixed / 255).unwrap_or(255)
        };
        Rgb([over(red), over(green), over(blue)])
    })
}

fn refused(unreadable: Unreadable) -> Error {
    match unreadable {
        Unreadable::TooLarge => {
            Error::TooLarge("This photo has too many pixels. Choose one of at most 50 megapixels.".to_owned())
        }
        Unreadable::Broken => Error::UnsupportedType("Choose a photo as a JPEG, PNG or WebP file.".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{ExtendedColorType, ImageEncoder, Rgba, RgbaImage, codecs::png::PngEncoder};

    fn png(picture: &RgbaImage) -> Vec<u8> {
        let mut bytes = Vec::new();
        let (width, height) = picture.dimensions();
        PngEncoder::new(&mut bytes).write_image(picture, width, height, ExtendedColorType::Rgba8).unwrap();
        bytes
    }

    fn read(jpeg: &[u8]) -> RgbImage {
        image::load_from_memory(jpeg).unwrap().to_rgb8()
    }

    fn is_near(found: Rgb<u8>, expected: [u8; 3]) -> bool {
        found.0.iter().zip(expected).all(|(a, b)| a.abs_diff(b) < 12)
    }

    #[test]
    fn whatever_its_form_a_photo_becomes_a_square() {
        let wide = RgbaImage::from_fn(900, 300, |x, _| {
            if (300..600).contains(&x) { Rgba([20, 120, 200, 255]) } else { Rgba([200, 20, 20, 255]) }
        });
        let square = read(&portrait(&png(&wide)).unwrap());
        assert_eq!(square.dimensions(), (SIDE, SIDE));
        // The middle of the picture remains.
        for (x, y) in [(8, 8), (128, 128), (247, 247)] {
            assert!(is_near(*square.get_pixel(x, y), [20, 120, 200]), "{x} {y}: {:?}", square.get_pixel(x, y));
        }
        let tiny = read(&portrait(&png(&RgbaImage::from_pixel(1, 1, Rgba([9, 9, 9, 255])))).unwrap());
        assert_eq!(tiny.dimensions(), (SIDE, SIDE));
    }

    #[test]
    fn transparent_pixels_become_white() {
        let clear = read(&portrait(&png(&RgbaImage::from_pixel(300, 300, Rgba([0, 0, 0, 0])))).unwrap());
        assert!(is_near(*clear.get_pixel(128, 128), [255, 255, 255]));
    }

    /// A JPEG whose EXIF orientation is sideways: the top half red, the bottom half blue, as the camera was held.
    fn lying() -> Vec<u8> {
        let picture = RgbImage::from_fn(64, 64, |_, y| if y < 32 { Rgb([220, 20, 20]) } else { Rgb([20, 20, 220]) });
        let mut jpeg = Vec::new();
        JpegEncoder::new_with_quality(&mut jpeg, 95).encode_image(&picture).unwrap();
        // TIFF header with one entry: orientation (0x0112), a short, 6 (rotate clockwise). Then a text that must not
        // survive.
        let exif = b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0GPS of the kitchen";
        let length = u16::try_from(exif.len() + 2).unwrap().to_be_bytes();
        let mut marked = vec![0xff, 0xd8, 0xff, 0xe1];
        marked.extend(length);
        marked.extend(exif);
        marked.extend(&jpeg[2..]);
        marked
    }

    #[test]
    fn photos_are_rotated_upright_without_metadata() {
        let file = lying();
        assert!(file.windows(3).any(|word| word == b"GPS"));
        let jpeg = portrait(&file).unwrap();
        let square = read(&jpeg);
        assert!(is_near(*square.get_pixel(240, 128), [220, 20, 20]), "{:?}", square.get_pixel(240, 128));
        assert!(is_near(*square.get_pixel(16, 128), [20, 20, 220]), "{:?}", square.get_pixel(16, 128));
        assert!(!jpeg.windows(4).any(|word| word == b"Exif" || word == b"GPS "), "metadata is kept");
    }

    #[test]
    fn invalid_photos_are_refused() {
        for file in [&b""[..], b"<svg/>", b"GIF89a", b"\x89PNG\r\n\x1a\nnonsense", &lying()[..120]] {
            assert!(matches!(portrait(file), Err(Error::UnsupportedType(_))), "{file:?}");
        }
    }

    /// A small JPEG whose header claims a large size.
    fn claiming(width: u16, height: u16) -> Vec<u8> {
        let mut jpeg = Vec::new();
        JpegEncoder::new(&mut jpeg).encode_image(&RgbImage::new(8, 8)).unwrap();
        let frame = jpeg.windows(2).position(|marker| marker == [0xff, 0xc0]).unwrap();
        jpeg[frame + 5..frame + 7].copy_from_slice(&height.to_be_bytes());
        jpeg[frame + 7..frame + 9].copy_from_slice(&width.to_be_bytes());
        jpeg
    }

    #[test]
    fn decompression_bombs_are_refused() {
        for (width, height) in [(60_000, 60_000), (12_001, 8), (11_000, 11_000)] {
            assert!(matches!(portrait(&claiming(width, height)), Err(Error::TooLarge(_))), "{width} by {height}");
        }
    }
}
