//! SQL of this feature.

pub(crate) mod keys;
pub(crate) mod lenders;
pub(crate) mod mailbox;
