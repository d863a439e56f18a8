//! loans
