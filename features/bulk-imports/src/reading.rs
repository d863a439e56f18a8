//! A file of a batch is read, and held against the rules.

use lending::{
    bulk_import::{ItemStatus, Rule, RuleNote, checked},
    import::Imported,
};
use platform::{App, Result};
use zeroize::Zeroizing;

/// A file as far as it could be read.
pub(crate) struct ReadFile {
    /// Where it stands: it waits, or it makes no loan.
    pub status: ItemStatus,
    pub rules: Vec<RuleNote>,
    /// By which the same document is recognized.
    pub content_key: Vec<u8>,
    pub borrower_name: Option<String>,
    /// What it says, where a loan can be made of it.
    pub imported: Option<Imported>,
}

/// Reads the bytes of a file.
pub(crate) async fn read(app: &App, company: i64, bytes: Zeroizing<Vec<u8>>) -> Result<ReadFile> {
    let (read, content_key) = imports::read_mismo(app, company, bytes).await?;
    Ok(match read {
        Err(refusal) => {
            // What is MISMO 3.4 and names no loan or no borrower is refused for what it says.
            let status = match refusal.code {
                "no_borrower" | "no_subject_loan" => ItemStatus::INVALID_ITEM,
                _ => ItemStatus::INVALID,
            };
            let rules = vec![Rule::FileFormat.error(refusal.message)];
            ReadFile { status, rules, content_key, borrower_name: None, imported: None }
        }
        Ok(imported) => {
            let rules = checked(&imported);
            let is_refused = rules.iter().any(|rule| rule.error.is_some());
            ReadFile {
                status: if is_refused { ItemStatus::INVALID_ITEM } else { ItemStatus::PENDING },
                rules,
                content_key,
                borrower_name: name_of(&imported),
                imported: (!is_refused).then_some(imported),
            }
        }
    })
}

fn name_of(imported: &Imported) -> Option<String> {
    let first = imported.application.borrowers.first()?;
    let names = [first.first_name.as_deref(), first.last_name.as_deref()];
    let name = names.into_iter().flatten().collect::<Vec<_>>().join(" ");
    (!name.is_empty()).then_some(name)
}
