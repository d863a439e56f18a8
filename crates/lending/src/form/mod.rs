//! The Uniform Residential Loan Application as a form: its fields, its sections, their states and the rules they must
//! meet.

pub mod catalog;
pub mod condition;
pub mod groups;
pub mod section;

pub use catalog::{Catalog, Choice, Field, Kind, catalog};
pub use section::{Section, SectionScope};
