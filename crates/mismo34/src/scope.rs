//! Namespace prefixes in scope at the current position.

use crate::{
    Namespace, Worded,
    attributes::{self, is_nc_name},
};
use std::borrow::Cow;

/// Namespace declarations in scope, innermost last.
pub(crate) struct Scope<'a> {
    bindings: Vec<Binding<'a>>,
    /// Namespace of names without a prefix.
    default: Namespace,
}

/// A declaration: `xmlns:ULAD="http://www.datamodelextension.org/Schema/ULAD"`.
struct Binding<'a> {
    prefix: &'a str,
    uri: Cow<'a, str>,
    namespace: Namespace,
    /// Depth of the declaring element.
    depth: usize,
    /// The default namespace outside of that element.
    default_before: Namespace,
}

impl<'a> Scope<'a> {
    pub(crate) const fn new() -> Self {
        Self { bindings: Vec::new(), default: Namespace::None }
    }

    /// The namespace of names without a prefix.
    pub(crate) const fn default(&self) -> Namespace {
        self.default
    }

    /// Number of declarations in scope.
    pub(crate) fn len(&self) -> usize {
        self.bindings.len()
    }

    /// Declares a prefix, or the default namespace if the prefix is empty, until the element at `depth` ends.
    pub(crate) fn declare(&mut self, prefix: &'a str, raw: &'a str, depth: usize) -> Result<(), &'static str> {
        let uri = attributes::decode(raw)?;
        let namespace = Namespace::of_uri(&uri);
        let is_illegal = (prefix == "xml") != (namespace == Namespace::Xml)
            || prefix == "xmlns"
            || &*uri == "http://www.w3.org/2000/xmlns/"
            || (!prefix.is_empty() && (uri.is_empty() || !is_nc_name(prefix)));
        if is_illegal {
            return Err("a namespace is declared in a way that XML does not allow");
        }
        self.bindings.push(Binding { prefix, uri, namespace, depth, default_before: self.default });
        if prefix.is_empty() {
            self.default = namespace;
        }
        Ok(())
    }

    /// Removes the declarations of the element at `depth`.
    pub(crate) fn leave(&mut self, depth: usize) {
        while let Some(binding) = self.bindings.pop_if(|binding| binding.depth == depth) {
            self.default = binding.default_before;
        }
    }

    /// Namespace and local name of an element.
    pub(crate) fn resolve(&self, qualified: &'a str) -> Result<(Namespace, &'a str), String> {
        let Some(at) = memchr::memchr(b':', qualified.as_bytes()) else { return Ok((self.default, qualified)) };
        let (prefix, local) = (&qualified[..at], &qualified[at + 1..]);
        match self.namespace_of(prefix) {
            Some(namespace) => Ok((namespace, local)),
            None => Err(undeclared(prefix)),
        }
    }

    /// The namespace of a prefix.
    pub(crate) fn namespace_of(&self, prefix: &str) -> Option<Namespace> {
        match self.binding(prefix) {
            Some(binding) => Some(binding.namespace),
            None => (prefix == "xml").then_some(Namespace::Xml),
        }
    }

    /// The URI of a prefix.
    pub(crate) fn uri_of(&self, prefix: &str) -> Option<&str> {
        match self.binding(prefix) {
            Some(binding) => Some(&binding.uri),
            None => (prefix == "xml").then_some(Namespace::Xml.uri()),
        }
    }

    fn binding(&self, prefix: &str) -> Option<&Binding<'a>> {
        self.bindings.iter().rfind(|binding| binding.prefix == prefix && !prefix.is_empty())
    }
}

/// Error message for an undeclared prefix.
pub(crate) fn undeclared(prefix: &str) -> String {
    format!("the namespace prefix {} is not declared", Worded::new(prefix))
}
