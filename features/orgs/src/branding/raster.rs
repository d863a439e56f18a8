//! PNG and JPEG: decoded within limits and encoded anew, so that nothing is kept but the pixels.

use crate::branding::picture::{BROKEN, Refusal};
use platform::picture::{self, Bounds, Unreadable, Written};

/// The largest that is read: 16 million pixels of eight bytes.
const LARGEST: Bounds = Bounds { side_px: 8_192, memory_bytes: 128_000_000 };
/// Longest side of what is kept: four times what the widest place shows.
const KEPT_SIDE_PX_MAX: u32 = 1_024;

const TOO_LARGE: Refusal = Refusal("This picture is too large. A logo has at most 16 million pixels, 8192 a side");

/// The pixels of a picture, upright, and no more of them than a logo needs.
pub(crate) fn clean(bytes: &[u8]) -> Result<Written, Refusal> {
    picture::rewrite(bytes, LARGEST, KEPT_SIDE_PX_MAX).map_err(|unreadable| match unreadable {
        Unreadable::TooLarge => TOO_LARGE,
        Unreadable::Broken => BROKEN,
    })
}
