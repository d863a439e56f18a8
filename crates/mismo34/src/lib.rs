//! Reads and writes MISMO 3.4 files (reference model B324, as used by Fannie Mae's DU Spec and the GSEs' ULAD and iLAD)
//! as a document of containers and data points.
//!
//! ```
//! let file = br#"<MESSAGE xmlns="http://www.mismo.org/residential/2009/schemas" MISMOReferenceModelIdentifier="3.4.032420160128">
//!   <DEAL_SETS><DEAL_SET><DEALS><DEAL><LOANS><LOAN LoanRoleType="SubjectLoan">
//!     <TERMS_OF_LOAN><BaseLoanAmount>300000.00</BaseLoanAmount></TERMS_OF_LOAN>
//!   </LOAN></LOANS></DEAL></DEALS></DEAL_SET></DEAL_SETS>
//! </MESSAGE>"#;
//! let document = mismo34::read(file)?;
//! let amount = mismo34::path!("DEAL", "LOANS/LOAN/TERMS_OF_LOAN/BaseLoanAmount");
//! assert_eq!(document.deal().value(&amount), Some("300000.00"));
//! assert_eq!(mismo34::read(&mismo34::write(&document))?, document);
//! # Ok::<(), mismo34::Refusal>(())
//! ```
//!
//! [`read()`] makes one pass over the bytes and borrows from them. It keeps the elements that [`table`] contains if
//! they are in the right container. It only checks all others for well-formedness. Problems in a readable file become
//! [`Issue`]s, and an unreadable file is a [`Refusal`]. Elements are identified by namespace and name, never by prefix.
//! Reading never fetches external resources or expands entities.
//!
//! [`Builder`] and [`write()`] do the reverse. The same table defines the element order for writing.
//!
//! The crate knows the format but not lending: values stay text, enum values aren't checked, and the caller decides
//! whether a document is a complete loan.

mod attributes;
mod builder;
mod document;
mod issue;
mod limits;
mod name;
mod namespace;
mod read;
mod refusal;
mod relationship;
mod scope;
mod sniff;
pub mod table;
mod write;

pub use builder::{Builder, Place};
pub use document::{Attribute, Document, Element};
pub use issue::{Issue, IssueKind};
pub use limits::{
    ATTRIBUTES_MAX, DEPTH_MAX, ELEMENT_ATTRIBUTES_MAX, ELEMENTS_MAX, FILE_BYTES_MAX, ISSUES_MAX, NAMESPACES_MAX,
    VALUE_BYTES_MAX,
};
pub use name::{Name, Path};
pub use namespace::Namespace;
pub use read::read;
pub use refusal::{Refusal, Worded};
pub use relationship::Relationship;
pub use write::write;

/// The standard's version identifier of reference model B324, which [`write()`] uses.
pub const VERSION: &str = "3.4.032420160128";
