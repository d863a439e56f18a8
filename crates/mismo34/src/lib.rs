//! mismo34
