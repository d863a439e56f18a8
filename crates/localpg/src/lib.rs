//! localpg
