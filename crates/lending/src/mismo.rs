//! MISMO 3.4 <-> application.
