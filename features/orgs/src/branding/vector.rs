//! SVG logos: parsed into shapes and written again from those. Scripts, handlers, links and external resources aren't
//! shapes, so they disappear. Visible content that can't be kept is refused with a message.

use crate::branding::{
    picture::{BROKEN, Refusal, TOO_DETAILED, UNKNOWN},
    weight,
};
use platform::picture::Written;
use usvg::{ImageHrefResolver, Options, Tree, WriteOptions, roxmltree};

/// Maximum number of elements and texts.
const NODES_MAX: u32 = 20_000;
/// Maximum side length in pixels.
const SIDE_MAX: f32 = 10_000.0;

const HAS_TEXT: Refusal =
    Refusal("This SVG holds text, which would look different on other machines. Convert it to outlines first");
const HAS_PICTURE: Refusal = Refusal("This SVG holds a picture or a page. Upload a PNG, or an SVG of shapes alone");
const HAS_ENTITIES: Refusal = Refusal("This SVG defines entities. Save it as plain SVG first");
const IS_EMPTY: Refusal = Refusal("There is nothing to see in this SVG");

/// Extracts the shapes of a picture.
pub(crate) fn clean(bytes: &[u8]) -> Result<Written, Refusal> {
    let text = std::str::from_utf8(bytes).map_err(|_| UNKNOWN)?;
    if !text.contains("<svg") {
        return Err(UNKNOWN);
    }
    // Entities can expand exponentially.
    if text.contains("<!ENTITY") {
        return Err(HAS_ENTITIES);
    }
    let parsing = roxmltree::ParsingOptions { allow_dtd: true, nodes_limit: NODES_MAX, ..Default::default() };
    let document = roxmltree::Document::parse_with_options(text, parsing).map_err(|error| match error {
        roxmltree::Error::NodesLimitReached => TOO_DETAILED,
        _ => BROKEN,
    })?;
    for node in document.descendants().filter(roxmltree::Node::is_element) {
        match node.tag_name().name() {
            "text" => return Err(HAS_TEXT),
            "image" | "feImage" | "foreignObject" => return Err(HAS_PICTURE),
            // Markers are drawn again at each corner of each line.
            "marker" => return Err(TOO_DETAILED),
            _ => {}
        }
    }
    if !weight::is_small(&document) {
        return Err(TOO_DETAILED);
    }
    let nothing = ImageHrefResolver { resolve_data: Box::new(|_, _, _| None), resolve_string: Box::new(|_, _| None) };
    let options = Options { resources_dir: None, image_href_resolver: nothing, ..Options::default() };
    let tree = Tree::from_xmltree(&document, &options).map_err(|error| match error {
        usvg::Error::ElementsLimitReached => TOO_DETAILED,
        _ => BROKEN,
    })?;
    let size = tree.size();
    if size.width() > SIDE_MAX || size.height() > SIDE_MAX {
        return Err(TOO_DETAILED);
    }
    let written = tree.to_string(&WriteOptions::default());
    // At this point every shape is a path.
    if !written.contains("<path") {
        return Err(IS_EMPTY);
    }
    // Without a view box, the shapes would keep their size in a smaller frame.
    let view_box = format!("<svg viewBox=\"0 0 {} {}\" ", size.width(), size.height());
    let bytes = written.replacen("<svg ", &view_box, 1).into_bytes();
    let pixels = |side: f32| (side.ceil() as u32).max(1);
    let (width_px, height_px) = (pixels(size.width()), pixels(size.height()));
    Ok(Written { media_type: "image/svg+xml", bytes, width_px, height_px })
}
