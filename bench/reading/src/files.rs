//! The input files.

use lending::mismo;
use std::{env, error::Error, fs, path::PathBuf};
use uuid::Uuid;

/// A file in memory.
pub struct File {
    /// Path of the file.
    pub path: PathBuf,
    /// Contents of the file.
    pub text: String,
}

/// Every file in the folder that can be read as an application.
pub fn find() -> Result<Vec<File>, Box<dyn Error>> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let samples = env::var_os("KEYTURN_SAMPLE_FILES").map_or_else(|| root.join("../shared/data"), PathBuf::from);
    let folders = [samples.join("mismo34"), root.join("crates/lending/tests/fixtures")];
    let folder = folders.into_iter().find(|folder| folder.is_dir()).ok_or("there are no files to read")?;
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == "xml") {
            let text = fs::read_to_string(&path)?;
            mismo::read(text.as_bytes(), &mut Uuid::nil).map_err(|refusal| format!("{}: {refusal}", path.display()))?;
            files.push(File { path, text });
        }
    }
    files.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(files)
}
