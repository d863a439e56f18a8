//! Attributes and namespaces of the current tag.

use super::Reading;
use crate::{
    ATTRIBUTES_MAX, Attribute, ELEMENT_ATTRIBUTES_MAX, NAMESPACES_MAX, Namespace, Refusal,
    attributes::{self, Attributes, is_nc_name},
    scope::undeclared,
};

impl<'a> Reading<'a> {
    /// The attribute with this name, if it is supported.
    pub(super) fn known_attribute(&self, qualified: &str) -> Option<Attribute> {
        match qualified.split_once(':') {
            None => match qualified {
                "SequenceNumber" => Some(Attribute::SequenceNumber),
                "LoanRoleType" => Some(Attribute::LoanRole),
                "MISMOReferenceModelIdentifier" | "MISMOVersionID" | "MISMOVersionIdentifier" => {
                    Some(Attribute::Version)
                }
                _ => None,
            },
            Some((prefix, local)) => {
                let namespace = self.scope.namespace_of(prefix)?;
                match local {
                    _ if namespace != Namespace::Xlink => None,
                    "label" => Some(Attribute::Label),
                    "from" => Some(Attribute::From),
                    "to" => Some(Attribute::To),
                    "arcrole" => Some(Attribute::Arcrole),
                    _ => None,
                }
            }
        }
    }

    /// Reads the attributes of a tag, declares its namespaces, and checks that names are unique.
    pub(super) fn read_attributes(&mut self, rest: &'a str) -> Result<(), Refusal> {
        for attribute in Attributes::new(rest) {
            let (name, raw) = attribute.map_err(|reason| self.damaged(reason))?;
            self.attribute_count += 1;
            if self.attributes.len() == ELEMENT_ATTRIBUTES_MAX || self.attribute_count > ATTRIBUTES_MAX {
                return Err(Refusal::TooManyAttributes);
            }
            if self.attributes.iter().any(|(known, _)| *known == name) {
                return Err(self.damaged("an attribute stands twice in one element"));
            }
            if memchr::memchr(b'&', raw.as_bytes()).is_some() {
                attributes::decode(raw).map_err(|reason| self.damaged(reason))?;
            }
            if name == "xmlns" {
                self.declare("", raw)?;
            } else if let Some(prefix) = name.strip_prefix("xmlns:") {
                self.declare(prefix, raw)?;
            }
            self.attributes.push((name, raw));
        }
        // Resolve prefixes only now, because any attribute of the tag can declare one.
        for at in 0..self.attributes.len() {
            let Some((prefix, local)) = self.attributes[at].0.split_once(':') else { continue };
            if prefix == "xmlns" {
                continue;
            }
            let Some(uri) = self.scope.uri_of(prefix).filter(|_| is_nc_name(local)) else {
                return Err(self.damaged(&undeclared(prefix)));
            };
            let same = |(other, _): &(&str, &str)| {
                other.split_once(':').is_some_and(|(prefix, name)| {
                    name == local && prefix != "xmlns" && self.scope.uri_of(prefix) == Some(uri)
                })
            };
            if self.attributes[..at].iter().any(same) {
                return Err(self.damaged("an attribute stands twice in one element"));
            }
        }
        Ok(())
    }

    fn declare(&mut self, prefix: &'a str, raw: &'a str) -> Result<(), Refusal> {
        if self.scope.len() == NAMESPACES_MAX {
            return Err(Refusal::TooManyNamespaces);
        }
        self.scope.declare(prefix, raw, self.depth).map_err(|reason| self.damaged(reason))
    }
}
