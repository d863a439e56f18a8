//! The SQL statements of a request, from PostgreSQL's log.

use anyhow::Context;
use std::{fs, path::Path};

/// A message from the server to PostgreSQL.
#[derive(Clone, Debug)]
pub enum Message {
    /// Several statements in one message, without values.
    Simple(Vec<String>),
    /// A prepared statement with its values. `None` is null.
    Prepared(String, Vec<Option<String>>),
}

/// Parses the messages logged after a position in the file.
pub fn messages(log: &Path, from: u64) -> anyhow::Result<Vec<Message>> {
    let text = fs::read_to_string(log).with_context(|| log.display().to_string())?;
    let text = &text[usize::try_from(from)?..];
    // An entry starts with a date. Lines without a date belong to the previous entry.
    let mut entries: Vec<String> = Vec::new();
    for line in text.lines() {
        if line.len() > 10 && line.as_bytes()[4] == b'-' && line.as_bytes()[7] == b'-' && line.starts_with("20") {
            entries.push(line.to_owned());
        } else if let Some(entry) = entries.last_mut() {
            entry.push('\n');
            entry.push_str(line);
        }
    }
    let mut messages = Vec::new();
    for entry in entries {
        if let Some((_, statement)) = entry.split_once("LOG:  statement: ") {
            let statements = statement.split("; ").map(|part| part.trim_end_matches(';').trim().to_owned()).collect();
            messages.push(Message::Simple(statements));
        } else if let Some((_, execute)) = entry.split_once("LOG:  execute ") {
            let (_, statement) = execute.split_once(": ").context("an execute without a statement")?;
            messages.push(Message::Prepared(statement.to_owned(), Vec::new()));
        } else if let Some((_, parameters)) = entry.split_once("DETAIL:  parameters: ")
            && let Some(Message::Prepared(_, values)) = messages.last_mut()
        {
            *values = parse(parameters);
        }
    }
    Ok(messages)
}

/// Reads `$1 = '7', $2 = NULL`.
fn parse(parameters: &str) -> Vec<Option<String>> {
    let mut values = Vec::new();
    let mut rest = parameters;
    while let Some((_, after)) = rest.split_once(" = ") {
        if let Some(null) = after.strip_prefix("NULL") {
            values.push(None);
            rest = null;
            continue;
        }
        let Some(quoted) = after.strip_prefix('\'') else { break };
        let mut value = String::new();
        let mut end = quoted.len();
        let mut characters = quoted.char_indices().peekable();
        while let Some((at, character)) = characters.next() {
            if character != '\'' {
                value.push(character);
            } else if characters.peek().is_some_and(|(_, next)| *next == '\'') {
                value.push('\'');
                characters.next();
            } else {
                end = at + 1;
                break;
            }
        }
        values.push(Some(value));
        rest = &quoted[end..];
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_with_their_quotes_and_nulls() {
        assert_eq!(
            parse("$1 = '7', $2 = NULL, $3 = 'O''Neill, Maya', $4 = '{\"a = b\"}'"),
            [Some("7".into()), None, Some("O'Neill, Maya".into()), Some("{\"a = b\"}".into())]
        );
    }
}
