//! PNG and JPEG logos: decoded within limits and re-encoded, so that only pixels remain.

use crate::branding::picture::{BROKEN, Refusal};
use platform::picture::{self, Bounds, Unreadable, Written};

/// Limit for decoding: 16 million pixels of eight bytes.
const LARGEST: Bounds = Bounds { side_px: 8_192, memory_bytes: 128_000_000 };
/// Longest side of a stored logo: four times the largest size on screen.
const KEPT_SIDE_PX_MAX: u32 = 1_024;

const TOO_LARGE: Refusal = Refusal("This picture is too large. A logo has at most 16 million pixels, 8192 a side");

/// Decodes a picture, applies its orientation and scales it down.
pub(crate) fn clean(bytes: &[u8]) -> Result<Written, Refusal> {
    picture::rewrite(bytes, LARGEST, KEPT_SIDE_PX_MAX).map_err(|unreadable| match unreadable {
        Unreadable::TooLarge => TOO_LARGE,
        Unreadable::Broken => BROKEN,
    })
}
