//! FNMA 3.2 <-> application.
