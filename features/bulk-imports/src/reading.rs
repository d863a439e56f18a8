//! Parses a file of a batch and checks the rules.

use lending::{
    bulk_import::{ItemStatus, Rule, RuleNote, checked},
    import::Imported,
};
use platform::{App, Result};
use zeroize::Zeroizing;

/// A parsed file.
pub(crate) struct ReadFile {
    /// Waiting or failed.
    pub status: ItemStatus,
    pub rules: Vec<RuleNote>,
    /// Identifies the same document.
    pub content_key: Vec<u8>,
    pub borrower_name: Option<String>,
    /// The loan data, if a loan can be created.
    pub imported: Option<Imported>,
}

/// Parses the bytes of a file.
pub(crate) async fn read(app: &App, company: i64, bytes: Zeroizing<Vec<u8>>) -> Result<ReadFile> {
    let (read, content_key) = imports::read_mismo(app, company, bytes).await?;
    Ok(match read {
        Err(refusal) => {
            // Valid MISMO 3.4 without a loan or borrower is refused for its content.
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
