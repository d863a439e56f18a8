//! fnma32
