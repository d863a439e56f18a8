//! Generates pgbench scripts from the messages of a request.

use crate::log::Message;
use anyhow::{Context, bail};
use std::{collections::BTreeMap, fmt::Write, fs, path::Path, process::Command};

/// A script with the values of its variables.
pub struct Script {
    text: String,
    values: BTreeMap<String, String>,
}

impl Script {
    /// Builds a script from the messages of one request. `number` makes the variable names unique per script. `fresh`
    /// replaces values that differ each time, by statement and position. `{}` in its result is the recorded value.
    pub fn new(messages: &[Message], number: usize, fresh: impl Fn(&str, usize, &str) -> Option<String>) -> Self {
        let mut script = Self { text: String::new(), values: BTreeMap::new() };
        for (position, message) in messages.iter().enumerate() {
            match message {
                Message::Simple(statements) if statements.len() > 1 => {
                    script.text.push_str("\\startpipeline\n");
                    for statement in statements {
                        let _ = writeln!(script.text, "{statement};");
                    }
                    script.text.push_str("\\endpipeline\n");
                }
                Message::Simple(statements) => {
                    let _ = writeln!(script.text, "{};", statements[0]);
                }
                Message::Prepared(statement, values) => {
                    let mut text = plain(statement).replace('\n', " ");
                    for (index, value) in values.iter().enumerate().rev() {
                        let placeholder = format!("${}", index + 1);
                        let stands = match value {
                            None => "null".to_owned(),
                            Some(value) => {
                                let stands = fresh(statement, index + 1, value).unwrap_or_else(|| "{}".to_owned());
                                if stands.contains("{}") {
                                    let name = format!("s{number}_{position}_{index}");
                                    script.values.insert(name.clone(), value.clone());
                                    stands.replace("{}", &format!(":{name}"))
                                } else {
                                    stands
                                }
                            }
                        };
                        text = text.replace(&placeholder, &stands);
                    }
                    script.text.push_str(&text);
                    // Makes the result of the statement available to later ones.
                    script.text.push_str(if statement.contains("nextval(") { "\n\\gset p_\n" } else { ";\n" });
                }
            }
        }
        script
    }
}

/// Converts column names such as `"id!"` and `"days?: Vec<Date>"`, which are hints for sqlx, to plain names.
fn plain(statement: &str) -> String {
    let names = statement.split('"').enumerate().map(|(at, text)| match at % 2 {
        0 => text,
        _ => text.find(['!', '?', ':']).map_or(text, |end| &text[..end]),
    });
    names.collect::<Vec<_>>().join("\"")
}

/// Seconds at the start that don't count, because each client prepares the statements of each script.
const WARMING: u64 = 4;

/// Runs scripts, choosing one at random for each transaction. Returns transactions per second.
pub fn run(scripts: &[Script], socket: &Path, folder: &Path, clients: usize, seconds: f64) -> anyhow::Result<f64> {
    fs::create_dir_all(folder)?;
    let mut command = Command::new(binary()?);
    command
        .args(["-n", "-M", "prepared", "-U", "keyturn_app", "-h"])
        .arg(socket)
        .args(["-c", &clients.to_string(), "-j", "2", "-P", "1"])
        .args(["-T", &(WARMING + seconds.ceil() as u64).to_string()])
        .env("PGOPTIONS", "-c plan_cache_mode=force_generic_plan -c jit=off -c statement_timeout=15s");
    for (number, script) in scripts.iter().enumerate() {
        let path = folder.join(format!("{number}.sql"));
        fs::write(&path, &script.text)?;
        command.arg("-f").arg(path);
        for (name, value) in &script.values {
            command.arg("-D").arg(format!("{name}={value}"));
        }
    }
    let output = command.arg("keyturn").output()?;
    let said = String::from_utf8_lossy(&output.stdout);
    let failed = said.lines().find(|line| line.contains("number of failed transactions") && !line.contains(": 0 "));
    if !output.status.success() || failed.is_some() {
        bail!("pgbench: {failed:?} {}{}", said, String::from_utf8_lossy(&output.stderr));
    }
    let told = String::from_utf8_lossy(&output.stderr);
    let rates: Vec<f64> = told.lines().skip(WARMING as usize).filter_map(rate).collect();
    anyhow::ensure!(!rates.is_empty(), "pgbench said no rate: {told}");
    Ok(rates.iter().sum::<f64>() / rates.len() as f64)
}

/// Parses the rate in `progress: 5.0 s, 2596.8 tps, lat 3.080 ms stddev 1.2, 0 failed`.
fn rate(line: &str) -> Option<f64> {
    line.strip_prefix("progress: ")?.split(", ").find_map(|part| part.strip_suffix(" tps"))?.parse().ok()
}

fn binary() -> anyhow::Result<std::path::PathBuf> {
    let mut found: Vec<_> = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path().join("bin/pgbench"))
        .filter(|path| path.exists())
        .collect();
    found.sort();
    found.pop().context("pgbench is not here: install Debian's postgresql")
}
