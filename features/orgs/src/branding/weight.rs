//! Counts the elements of an SVG with all references expanded. A few kilobytes can describe billions of elements, for
//! example with nested masks that are each used twice.

use std::collections::HashMap;
use usvg::roxmltree::{Document, Node, NodeId};

/// Maximum number of elements with all references expanded.
const ELEMENTS_MAX: u64 = 100_000;
/// Maximum length of a chain of references.
const CHAIN_MAX: u32 = 8;
/// Maximum nesting depth.
const DEPTH_MAX: usize = 100;
/// Maximum number of style rules, because each is matched against each element.
const RULES_MAX: usize = 2_000;

/// Returns true if a picture is within the limits with all references expanded. False for circular references.
pub(crate) fn is_small(document: &Document) -> bool {
    let is_deep = |node: Node| node.ancestors().nth(DEPTH_MAX).is_some();
    if document.descendants().any(is_deep) {
        return false;
    }
    let Some(classes) = classes(document) else { return false };
    let mut ids = HashMap::<&str, Vec<NodeId>>::new();
    for node in document.descendants() {
        if let Some(id) = node.attribute("id") {
            ids.entry(id).or_default().push(node.id());
        }
    }
    let mut scale = Scale { document, ids, classes, known: HashMap::new() };
    scale.weigh(document.root().id(), 0).is_some()
}

/// Number of elements, and length of the longest chain of references.
type Weight = (u64, u32);

struct Scale<'a> {
    document: &'a Document<'a>,
    ids: HashMap<&'a str, Vec<NodeId>>,
    /// References in style rules by the class of the elements they match. The empty key has rules for any element.
    classes: HashMap<String, Vec<String>>,
    known: HashMap<NodeId, Weight>,
}

impl Scale<'_> {
    /// Weight of a node including its descendants. `None` if it exceeds a limit.
    fn weigh(&mut self, id: NodeId, chain: u32) -> Option<Weight> {
        if let Some(known) = self.known.get(&id) {
            return (chain + known.1 <= CHAIN_MAX).then_some(*known);
        }
        if chain > CHAIN_MAX {
            return None;
        }
        let document = self.document;
        let (mut elements, mut longest) = (0_u64, 0);
        for element in document.get_node(id)?.descendants().filter(Node::is_element) {
            elements += 1;
            for target in self.targets(element) {
                let (more, below) = self.weigh(target, chain + 1)?;
                elements = elements.saturating_add(more);
                longest = longest.max(below + 1);
            }
            if elements > ELEMENTS_MAX {
                return None;
            }
        }
        self.known.insert(id, (elements, longest));
        Some((elements, longest))
    }

    /// Elements that an element refers to by attributes or style rules.
    ///
    /// Colors look like references but match no id. Gradients aren't filled, so rules without a class don't apply to
    /// them.
    fn targets(&self, element: Node) -> Vec<NodeId> {
        let own = element.attributes().flat_map(|attribute| references(attribute.value()));
        let classes = element.attribute("class").unwrap_or_default().split_whitespace().chain([""]);
        let by_rules = classes.filter_map(|class| self.classes.get(class)).flatten().map(String::as_str);
        let is_gradient = |id: &NodeId| {
            let name = self.document.get_node(*id).map(|node| node.tag_name().name());
            matches!(name, Some("linearGradient" | "radialGradient"))
        };
        let nodes = |id: &str| self.ids.get(id).into_iter().flatten().copied();
        own.flat_map(nodes).chain(by_rules.flat_map(nodes).filter(|id| !is_gradient(id))).collect()
    }
}

/// Finds each `#id` in a text.
fn references(text: &str) -> impl Iterator<Item = &str> {
    let is_end = |c: char| matches!(c, ')' | '\'' | '"' | ';' | ',') || c.is_whitespace();
    text.split('#').skip(1).filter_map(move |rest| rest.split(is_end).next())
}

/// References in style rules by class. `None` if there are too many rules or they can't be parsed.
fn classes(document: &Document) -> Option<HashMap<String, Vec<String>>> {
    let mut classes = HashMap::<String, Vec<String>>::new();
    let mut rules = 0;
    for style in document.descendants().filter(|node| node.tag_name().name() == "style") {
        let text: String = style.descendants().filter_map(|node| node.is_text().then(|| node.text())?).collect();
        if text.contains('\\') {
            return None;
        }
        for block in without_comments(&text).split('}') {
            let Some((selectors, declarations)) = block.rsplit_once('{') else { continue };
            rules += 1;
            let targets: Vec<String> = references(declarations).map(str::to_owned).collect();
            for selector in selectors.split(',').filter(|_| !targets.is_empty()) {
                classes.entry(class_of(selector).to_owned()).or_default().extend(targets.iter().cloned());
            }
        }
    }
    (rules <= RULES_MAX).then_some(classes)
}

fn without_comments(text: &str) -> String {
    let mut parts = text.split("/*");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |kept, part| kept + part.split_once("*/").map_or("", |(_, rest)| rest))
}

/// A class that every element matched by the selector has. Empty if there is none.
fn class_of(selector: &str) -> &str {
    let is_combinator = |c: char| c.is_whitespace() || matches!(c, '>' | '+' | '~');
    let last = selector.trim().rsplit(is_combinator).next().unwrap_or_default();
    if last.contains([':', '[']) {
        return "";
    }
    last.split('.').nth(1).and_then(|class| class.split('#').next()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use usvg::roxmltree;

    fn small(body: &str) -> bool {
        let text = format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{body}</svg>"#);
        is_small(&Document::parse_with_options(&text, roxmltree::ParsingOptions::default()).unwrap())
    }

    #[test]
    fn a_logo_is_small() {
        assert!(small(
            r##"<style>.a,.b{fill:#fff} /* shapes */ .a{clip-path:url(#clip)} path { fill: url('#fade') }</style>
                <defs><rect id="box" width="5" height="5"/><clipPath id="clip"><use href="#box"/></clipPath>
                <linearGradient id="stops"><stop/></linearGradient><linearGradient id="fade" href="#stops"/></defs>
                <g class="b a"><path d="M0 0h5v5z"/></g>"##
        ));
    }

    #[test]
    fn a_logo_that_grows_with_each_reference_is_not_small() {
        let masks = |refer: fn(usize) -> String| -> String {
            let mask = |n: usize| {
                let shape = format!("<path d='M0 0h5v5z' {}/>", refer(n + 1));
                format!("<mask id='m{n}'>{}</mask>", shape.repeat(20))
            };
            (0..7).map(mask).collect::<String>() + "<path d='M0 0h5v5z' mask='url(#m0)'/>"
        };
        assert!(!small(&masks(|n| format!("mask='url(#m{n})'"))));
        assert!(!small(&masks(|n| format!("style=\"mask: url( '#m{n}' )\""))));
        let rules: String = (0..8).map(|n| format!("p, .c{n}/**/ {{ mask: url(#m{n}) }}")).collect();
        assert!(!small(&(format!("<style>{rules}</style>") + &masks(|n| format!("class='x c{n}'")))));
        assert!(small(&masks(|_| String::new())));
    }

    #[test]
    fn an_endless_logo_is_not_small() {
        assert!(!small("<g id='a'><use href='#a'/></g>"));
        let chain: String = (0..40).map(|n| format!("<g id='g{n}'><use href='#g{}'/></g>", n + 1)).collect();
        assert!(!small(&chain));
        assert!(!small(&("<g>".repeat(200) + &"</g>".repeat(200))));
        assert!(!small(&format!("<style>{}</style>", ".a{fill:red}".repeat(3_000))));
    }

    #[test]
    fn a_selector_matches_its_last_part() {
        for (selector, class) in [
            (".a", "a"),
            (" path.a.b ", "a"),
            (".a path", ""),
            (".a > .b#c", "b"),
            ("#c", ""),
            ("p:not(.a)", ""),
            ("", ""),
        ] {
            assert_eq!(class_of(selector), class, "{selector}");
        }
    }
}
