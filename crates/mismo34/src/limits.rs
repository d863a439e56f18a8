//! How much is read. A complete application with four borrowers has some 3,000 elements in 120 kB; the limits leave room
//! for more than ten times that and bound what a hostile file can cost in time and memory.

/// Bytes of a file.
pub const FILE_BYTES_MAX: usize = 10 * 1024 * 1024;

/// Elements within each other. The deepest of MISMO's that is read stands at 20; embedded documents may go deeper.
pub const DEPTH_MAX: usize = 128;

/// Elements of a file, those that are left out included.
pub const ELEMENTS_MAX: usize = 50_000;

/// Attributes of a file.
pub const ATTRIBUTES_MAX: usize = 200_000;

/// Attributes of one element.
pub const ELEMENT_ATTRIBUTES_MAX: usize = 64;

/// Namespace declarations that are in force at one place.
pub const NAMESPACES_MAX: usize = 64;

/// Bytes of one value that is kept.
pub const VALUE_BYTES_MAX: usize = 64 * 1024;

/// Issues that are kept; what comes after them is counted.
pub const ISSUES_MAX: usize = 1_000;
