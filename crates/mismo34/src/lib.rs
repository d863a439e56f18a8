//! MISMO 3.4 (reference model B324, as Fannie Mae's DU Spec, the GSEs' ULAD and iLAD use it): bytes to a document of its
//! containers, and back.
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
//! [`read()`] makes one pass over the bytes and borrows from them. It keeps the elements that [`table`] knows, where they
//! stand as the standard has them; all else is checked for well-formedness and left out. What an importer should know
//! about a file that can be read is a list of [`Issue`]s; what can't be read is a [`Refusal`]. Elements are told apart by
//! namespace and name, never by prefix. Nothing outside the bytes is ever fetched, and nothing in them is expanded.
//!
//! [`Builder`] and [`write()`] go the other way. The same table says what is read where, and in which order it is written.
//!
//! The crate knows the format and nothing of lending: values stay texts, words are not checked, and whether a document
//! makes a loan is for its caller to say.

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

/// The version identifier that the standard gives to reference model B324, and that [`write()`] writes.
pub const VERSION: &str = "3.4.032420160128";
