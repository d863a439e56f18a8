//! Limits on reading. A complete application with four borrowers has about 3,000 elements in 120 kB. The limits allow
//! more than ten times that, and bound the time and memory that a malicious file can consume.

/// Maximum size of a file in bytes.
pub const FILE_BYTES_MAX: usize = 10 * 1024 * 1024;

/// Maximum nesting depth. The deepest element that is read is at level 20; embedded documents can be deeper.
pub const DEPTH_MAX: usize = 128;

/// Maximum number of elements in a file, including skipped ones.
pub const ELEMENTS_MAX: usize = 50_000;

/// Maximum number of attributes in a file.
pub const ATTRIBUTES_MAX: usize = 200_000;

/// Maximum number of attributes of an element.
pub const ELEMENT_ATTRIBUTES_MAX: usize = 64;

/// Maximum number of namespace declarations in scope.
pub const NAMESPACES_MAX: usize = 64;

/// Maximum length of a value in bytes.
pub const VALUE_BYTES_MAX: usize = 64 * 1024;

/// Maximum number of issues kept. Further ones are only counted.
pub const ISSUES_MAX: usize = 1_000;
