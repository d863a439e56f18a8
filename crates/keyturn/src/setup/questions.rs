//! Values for the setup, from flags, the environment, or a terminal dialog.

use anyhow::bail;
use clap::Args;
use lending::{
    calendar::{TIME_ZONES, TimeZone},
    values::{Email, StateCode},
};
use std::io::{self, BufRead, Write};

const COMPANY_NAME_LENGTH_MAX: usize = 200;
const PERSON_NAME_LENGTH_MAX: usize = 100;
const NMLS_ID_LENGTH_MAX: usize = 12;

/// Flags of `keyturn setup`. On a terminal it asks for every value that is missing.
#[derive(Args, Clone, Debug, Default)]
pub struct SetupArguments {
    /// Name of your company.
    #[arg(long, env = "KEYTURN_SETUP_COMPANY_NAME")]
    company_name: Option<String>,
    /// NMLS ID of your company. It can be added later.
    #[arg(long, env = "KEYTURN_SETUP_NMLS_ID")]
    nmls_id: Option<String>,
    /// State of your company, two letters.
    #[arg(long, env = "KEYTURN_SETUP_STATE")]
    state: Option<String>,
    /// Time zone of your company, such as America/Chicago.
    #[arg(long, env = "KEYTURN_SETUP_TIME_ZONE")]
    time_zone: Option<String>,
    /// Host name where your staff sign in, such as loans.example.com.
    #[arg(long, env = "KEYTURN_SETUP_HOST")]
    host: Option<String>,
    /// First name of the super administrator.
    #[arg(long, env = "KEYTURN_SETUP_FIRST_NAME")]
    first_name: Option<String>,
    /// Last name of the super administrator.
    #[arg(long, env = "KEYTURN_SETUP_LAST_NAME")]
    last_name: Option<String>,
    /// Email address of the super administrator.
    #[arg(long, env = "KEYTURN_SETUP_EMAIL")]
    email: Option<String>,
    /// Print a new link for a super administrator who hasn't set a password. Earlier links expire.
    #[arg(long)]
    pub(super) new_link: bool,
}

/// The validated values.
#[derive(Clone, Debug, PartialEq)]
pub struct Answers {
    pub company_name: String,
    pub nmls_id: Option<String>,
    pub state: StateCode,
    pub time_zone: TimeZone,
    /// Host where its staff sign in.
    pub host: String,
    /// First name of the super administrator.
    pub first_name: String,
    pub last_name: String,
    pub email: Email,
}

/// A dialog on a terminal.
pub struct Dialog<'a> {
    pub input: &'a mut dyn BufRead,
    pub output: &'a mut dyn Write,
}

impl Dialog<'_> {
    /// Asks a question. The answer is yes unless it starts with an n.
    ///
    /// # Errors
    ///
    /// The input has ended.
    pub fn confirm(&mut self, question: &str) -> io::Result<bool> {
        let answer = self.ask(&format!("{question} [Y/n]"))?;
        Ok(!answer.to_lowercase().starts_with('n'))
    }

    fn ask(&mut self, question: &str) -> io::Result<String> {
        write!(self.output, "{question}: ")?;
        self.output.flush()?;
        let mut line = String::new();
        match self.input.read_line(&mut line)? {
            0 => Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the input ended: nothing was created")),
            _ => Ok(line.trim().to_owned()),
        }
    }
}

/// Takes all values from the arguments. Asks for missing or invalid ones if there is a terminal.
///
/// # Errors
///
/// Values are missing or invalid, each named by its flag, or the user cancels the dialog.
pub fn gather(arguments: &SetupArguments, dialog: Option<&mut Dialog<'_>>) -> anyhow::Result<Answers> {
    let SetupArguments { company_name, nmls_id, state, time_zone, host, first_name, last_name, email, .. } = arguments;
    let mut values = Values { dialog, problems: Vec::new() };
    let answers = (
        values
            .take(company_name, "company-name", "Name of your company", |text| name(text, COMPANY_NAME_LENGTH_MAX))?,
        values.take_optional(nmls_id, "nmls-id", "NMLS ID of your company (empty if you don't have it yet)", digits)?,
        values.take(state, "state", "State, two letters", |text| text.parse::<StateCode>().map_err(|error| error.0))?,
        values.take(time_zone, "time-zone", "Time zone, such as America/Chicago", zone)?,
        values.take(host, "host", "Host name where your staff sign in, such as loans.example.com", |text| {
            orgs::host_name(text, false).map_err(|error| error.0)
        })?,
        values.take(first_name, "first-name", "First name of the super administrator", |text| {
            name(text, PERSON_NAME_LENGTH_MAX)
        })?,
        values.take(last_name, "last-name", "Last name of the super administrator", |text| {
            name(text, PERSON_NAME_LENGTH_MAX)
        })?,
        values.take(email, "email", "Email address of the super administrator", |text| {
            text.parse::<Email>().map_err(|error| error.0)
        })?,
    );
    let (
        Some(company_name),
        Some(nmls_id),
        Some(state),
        Some(time_zone),
        Some(host),
        Some(first_name),
        Some(last_name),
        Some(email),
    ) = answers
    else {
        bail!("setup needs more values:\n  {}", values.problems.join("\n  "));
    };
    let question = format!(
        "Create {company_name} at https://{host}, with {first_name} {last_name} <{email}> as super administrator?"
    );
    if let Some(dialog) = values.dialog
        && !dialog.confirm(&question)?
    {
        bail!("nothing was created");
    }
    let nmls_id = (!nmls_id.is_empty()).then_some(nmls_id);
    Ok(Answers { company_name, nmls_id, state, time_zone, host, first_name, last_name, email })
}

struct Values<'a, 'b> {
    dialog: Option<&'a mut Dialog<'b>>,
    problems: Vec<String>,
}

impl Values<'_, '_> {
    /// Takes a required value.
    fn take<T>(
        &mut self,
        given: &Option<String>,
        flag: &str,
        question: &str,
        parse: impl Fn(&str) -> Result<T, String>,
    ) -> io::Result<Option<T>> {
        match given.as_deref().map(&parse) {
            Some(Ok(value)) => return Ok(Some(value)),
            Some(Err(problem)) => self.refuse(flag, &problem)?,
            None if self.dialog.is_none() => {
                let variable = flag.to_uppercase().replace('-', "_");
                self.problems.push(format!("--{flag} or KEYTURN_SETUP_{variable}: {question}"));
            }
            None => {}
        }
        while let Some(dialog) = &mut self.dialog {
            match parse(&dialog.ask(question)?) {
                Ok(value) => return Ok(Some(value)),
                Err(problem) => writeln!(dialog.output, "  {problem}")?,
            }
        }
        Ok(None)
    }

    /// Takes an optional value.
    fn take_optional<T>(
        &mut self,
        given: &Option<String>,
        flag: &str,
        question: &str,
        parse: impl Fn(&str) -> Result<T, String>,
    ) -> io::Result<Option<T>> {
        let given = given.clone().or_else(|| self.dialog.is_none().then(String::new));
        self.take(&given, flag, question, parse)
    }

    fn refuse(&mut self, flag: &str, problem: &str) -> io::Result<()> {
        match &mut self.dialog {
            Some(dialog) => writeln!(dialog.output, "  --{flag}: {problem}"),
            None => {
                self.problems.push(format!("--{flag}: {problem}"));
                Ok(())
            }
        }
    }
}

fn name(text: &str, length_max: usize) -> Result<String, String> {
    match text.trim() {
        "" => Err("A name is required".to_owned()),
        text if text.chars().count() > length_max => Err(format!("A name has at most {length_max} characters")),
        text => Ok(text.to_owned()),
    }
}

fn digits(text: &str) -> Result<String, String> {
    let text = text.trim();
    match text.len() <= NMLS_ID_LENGTH_MAX && text.bytes().all(|byte| byte.is_ascii_digit()) {
        true => Ok(text.to_owned()),
        false => Err(format!("An NMLS ID has digits only, at most {NMLS_ID_LENGTH_MAX}")),
    }
}

fn zone(text: &str) -> Result<TimeZone, String> {
    text.parse().map_err(|_| {
        let names: Vec<_> = TIME_ZONES.iter().map(|(name, _)| *name).collect();
        format!("Choose one of {}", names.join(", "))
    })
}
