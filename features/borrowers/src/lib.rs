//! borrowers
