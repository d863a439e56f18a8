//! orgs
