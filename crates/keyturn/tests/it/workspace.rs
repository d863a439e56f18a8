//! Crates disable unit tests and examples in their manifest if they have none, so that nothing is built for them. This
//! checks that they really have none.

use std::{fs, path::Path};

/// Rust sources in a folder.
fn sources(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(fs::read_to_string(path).unwrap());
        }
    }
    found
}

/// Lines of a manifest's `[lib]` table. The table of a program may have `test = false` because its `main.rs` has no
/// tests.
fn lines_of_library(manifest: &str) -> impl Iterator<Item = &str> {
    manifest.lines().skip_while(|line| *line != "[lib]").skip(1).take_while(|line| !line.starts_with('['))
}

#[test]
fn crates_without_tests_really_have_none() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut crates = 0;
    for group in ["crates", "features"] {
        for entry in fs::read_dir(root.join(group)).unwrap() {
            let folder = entry.unwrap().path();
            let Ok(manifest) = fs::read_to_string(folder.join("Cargo.toml")) else { continue };
            let sources = sources(&folder.join("src"));
            let line = |line: &str| manifest.lines().any(|is| is == line);
            let name = folder.display();
            if lines_of_library(&manifest).any(|line| line == "test = false") {
                let is_test = |source: &String| source.contains("#[test]") || source.contains("#[tokio::test]");
                assert!(!sources.iter().any(is_test), "{name} has tests that never run");
            }
            if line("doctest = false") {
                let is_example = |line: &str| matches!(line.trim_start(), "/// ```" | "//! ```");
                assert!(!sources.iter().any(|source| source.lines().any(is_example)), "{name} has unused examples");
            }
            crates += 1;
        }
    }
    assert!(crates > 15, "the workspace was not found");
}
