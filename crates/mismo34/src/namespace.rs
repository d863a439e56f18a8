//! Namespaces and their URIs.

/// The namespaces of a MISMO 3.4 file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Namespace {
    /// MISMO itself.
    Mismo,
    /// The extension shared by both agencies.
    Ulad,
    /// Fannie Mae's extension for Desktop Underwriter.
    Du,
    /// Freddie Mac's extension for Loan Product Advisor.
    Lpa,
    /// XLink, for labels and relationships.
    Xlink,
    /// Attributes of XML Schema.
    Xsi,
    /// The `xml:` namespace, for attributes such as `xml:lang`.
    Xml,
    /// No namespace.
    None,
    /// Any other namespace, such as a vendor's.
    Other,
}

impl Namespace {
    /// The URI; empty for [`Namespace::None`] and [`Namespace::Other`].
    #[must_use]
    pub const fn uri(self) -> &'static str {
        match self {
            Namespace::Mismo => "http://www.mismo.org/residential/2009/schemas",
            Namespace::Ulad => "http://www.datamodelextension.org/Schema/ULAD",
            Namespace::Du => "http://www.datamodelextension.org/Schema/DU",
            Namespace::Lpa => "http://www.datamodelextension.org/Schema/LPA",
            Namespace::Xlink => "http://www.w3.org/1999/xlink",
            Namespace::Xsi => "http://www.w3.org/2001/XMLSchema-instance",
            Namespace::Xml => "http://www.w3.org/XML/1998/namespace",
            Namespace::None | Namespace::Other => "",
        }
    }

    /// The prefix used by [`crate::write()`] and by paths. Empty for the default namespace.
    #[must_use]
    pub const fn prefix(self) -> &'static str {
        match self {
            Namespace::Ulad => "ULAD",
            Namespace::Du => "DU",
            Namespace::Lpa => "LPA",
            Namespace::Xlink => "xlink",
            Namespace::Xsi => "xsi",
            Namespace::Xml => "xml",
            Namespace::Mismo | Namespace::None | Namespace::Other => "",
        }
    }

    /// The namespace with this URI.
    #[must_use]
    pub fn of_uri(uri: &str) -> Self {
        const KNOWN: [Namespace; 7] = [
            Namespace::Mismo,
            Namespace::Ulad,
            Namespace::Du,
            Namespace::Lpa,
            Namespace::Xlink,
            Namespace::Xsi,
            Namespace::Xml,
        ];
        if uri.is_empty() {
            return Namespace::None;
        }
        KNOWN.into_iter().find(|known| known.uri() == uri).unwrap_or(Namespace::Other)
    }
}
