//! Namespaces by their URI.

/// The namespaces that a MISMO 3.4 file is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Namespace {
    /// MISMO itself.
    Mismo,
    /// The extension that both agencies share.
    Ulad,
    /// Fannie Mae's extension for Desktop Underwriter.
    Du,
    /// Freddie Mac's extension for Loan Product Advisor.
    Lpa,
    /// XLink, which ties labels to each other.
    Xlink,
    /// XML Schema's attributes.
    Xsi,
    /// `xml:lang` and the like.
    Xml,
    /// No namespace at all.
    None,
    /// Any other: a vendor's own.
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

    /// The prefix that [`crate::write()`] declares for it, and that paths use; empty for the default namespace.
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

    /// The namespace of a URI.
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
