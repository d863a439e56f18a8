//! The Uniform Residential Loan Application as a form: its fields, its sections, their states and the rules they must
//! meet.

pub mod catalog;
pub mod condition;
pub mod du;
pub mod facts;
pub mod groups;
pub mod problems;
pub mod scif;
pub mod section;
pub mod states;
mod view;

pub use catalog::{Catalog, Choice, Field, Kind, catalog};
pub use facts::SealedFacts;
pub use problems::{FormProblem, ProblemSource, RulesInput, Severity, problems};
pub use section::{Section, SectionScope};
pub use states::{SectionState, SectionStatus, states};
