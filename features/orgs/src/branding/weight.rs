//! How many elements an SVG comes to once every reference is followed. A few kilobytes can ask for billions: a mask drawn
//! by two shapes, each behind a mask drawn by two shapes, and so on.

use std::collections::HashMap;
use usvg::roxmltree::{Document, Node, NodeId};

/// Most elements once every reference is followed.
const ELEMENTS_MAX: u64 = 100_000;
/// Most references that lead on to one another.
const CHAIN_MAX: u32 = 8;
/// Most elements within one another.
const DEPTH_MAX: usize = 100;
/// Most rules of style sheets: each is compared with each element.
const RULES_MAX: usize = 2_000;

/// Whether a picture is small, followed to its ends. A circle has none.
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

/// Elements, and how many references lead on to one another below.
type Weight = (u64, u32);

struct Scale<'a> {
    document: &'a Document<'a>,
    ids: HashMap<&'a str, Vec<NodeId>>,
    /// What rules of style sheets refer to, by the class of the elements that they are about; under the empty class what
    /// is about others.
    classes: HashMap<String, Vec<String>>,
    known: HashMap<NodeId, Weight>,
}

impl Scale<'_> {
    /// What a node and everything below it come to; nothing where that is too much.
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

    /// What an element refers to by its attributes or by a rule. Colors look alike, and are nobody's id. Gradients are
    /// filled with nothing, so a rule about every element says nothing about them.
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

/// `#id`, wherever it stands.
fn references(text: &str) -> impl Iterator<Item = &str> {
    let is_end = |c: char| matches!(c, ')' | '\'' | '"' | ';' | ',') || c.is_whitespace();
    text.split('#').skip(1).filter_map(move |rest| rest.split(is_end).next())
}

/// What the rules of style sheets refer to, by class; nothing where there are too many, or where they can't be told.
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

/// A class that each element has that a selector is about; the empty one where it has to have none.
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
    fn what_grows_with_every_reference_is_not() {
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
    fn what_has_no_end_is_not() {
        assert!(!small("<g id='a'><use href='#a'/></g>"));
        let chain: String = (0..40).map(|n| format!("<g id='g{n}'><use href='#g{}'/></g>", n + 1)).collect();
        assert!(!small(&chain));
        assert!(!small(&("<g>".repeat(200) + &"</g>".repeat(200))));
        assert!(!small(&format!("<style>{}</style>", ".a{fill:red}".repeat(3_000))));
    }

    #[test]
    fn a_selector_is_about_its_last_part() {
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
