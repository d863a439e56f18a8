//! The Uniform Residential Loan Application as a form: its sections, their states and the rules they must meet.

pub mod section;

pub use section::{Section, SectionScope};
