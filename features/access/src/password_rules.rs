//! Password rules (SETPW-27 to SETPW-33). Passwords must not be common, breached, or made of the names of their owner,
//! company or this product (NIST SP 800-63B 3.1.1.2).

use crate::{breached, common_words, hashing, store};
use people::Person;
use platform::{App, Result, config::Config};
use zeroize::Zeroizing;
use zxcvbn::zxcvbn;

/// Special characters that satisfy the rule. Others are allowed but don't count.
const SPECIAL: &str = "!@#$%^&*";
/// Minimum length of names to look for in passwords. `Ivy` and `Lin` are parts of too many words.
const NAME_LETTERS_MIN: usize = 4;
/// Minimum number of guesses that a password must withstand.
const GUESSES_MIN: u64 = 100_000_000;
/// The same for its letters and digits only. zxcvbn assumes at least 100,000,000 for three parts, even if they are
/// common.
const GUESSES_WITHOUT_PUNCTUATION_MIN: u64 = 300_000_000;
/// With more runs of special characters, the runs themselves make a password hard to guess.
const PUNCTUATION_RUNS_MAX: usize = 3;

/// Message for weak passwords. The web shows it unchanged.
const COMMON: &str = "This password is among the first that anybody would try. Please choose another, for example four words that have nothing to do with each other.";
const BREACHED: &str = "This password is on a list of passwords that were stolen elsewhere. Please choose another, for example four words that have nothing to do with each other.";

/// Why a password is refused, as a sentence. `None` if it is accepted.
pub(crate) async fn problem(app: &App, person: &Person, password: &str) -> Result<Option<String>> {
    if let Some(missing) = missing(&app.config, password) {
        return Ok(Some(missing));
    }
    let names = names(&app.config, person);
    if let Some(name) = name_in(&names, password) {
        return Ok(Some(format!(
            "The password must not contain your name, your email address, or the name of your company or of this product: leave out '{name}'."
        )));
    }
    let company = store::words_of_company(&mut *app.pool.acquire().await?, person.home_company).await?;
    let own = words(names, company.iter().map(String::as_str).chain([person.company_name.as_str(), &person.email]));
    // Takes some milliseconds, so don't run it on a thread that answers requests.
    let password = Zeroizing::new(password.to_owned());
    Ok(hashing::run(move || guessed_soon(&password, &own)).await?.map(str::to_owned))
}

/// Why a password is easy to guess. `own` has words of its owner and their company.
fn guessed_soon(password: &str, own: &[String]) -> Option<&'static str> {
    if common_words::make_up(password, own) || has_few_guesses(password, own) {
        return Some(COMMON);
    }
    breached::contains(password).then_some(BREACHED)
}

/// Returns true if a password is easy to guess with dictionaries, dates and keyboard patterns, with or without its
/// punctuation.
fn has_few_guesses(password: &str, own: &[String]) -> bool {
    let mut known: Vec<&str> = common_words::all().collect();
    known.extend(own.iter().map(String::as_str));
    let guesses = |text: &str| zxcvbn(text, &known).guesses();
    let runs = password.split(|letter: char| !letter.is_ascii_punctuation()).filter(|run| !run.is_empty()).count();
    guesses(password) < GUESSES_MIN
        || (runs <= PUNCTUATION_RUNS_MAX && guesses(&breached::reduced(password)) < GUESSES_WITHOUT_PUNCTUATION_MIN)
}

/// The rules that a password fails, in one sentence.
fn missing(config: &Config, password: &str) -> Option<String> {
    let length = password.chars().count();
    let mut missing = Vec::new();
    if length == 0 {
        return Some("Please enter valid password".to_owned());
    }
    if length < usize::from(config.password_min_length) {
        missing.push(format!("at least {} characters", config.password_min_length));
    }
    if length > usize::from(config.password_max_length) {
        missing.push(format!("at most {} characters", config.password_max_length));
    }
    let mut needs = |has: bool, what: &str| {
        if !has {
            missing.push(what.to_owned());
        }
    };
    needs(password.chars().any(|letter| letter.is_ascii_lowercase()), "a lowercase letter");
    needs(password.chars().any(|letter| letter.is_ascii_uppercase()), "an uppercase letter");
    needs(password.chars().any(|letter| letter.is_ascii_digit()), "a number");
    needs(password.chars().any(|letter| SPECIAL.contains(letter)), "one of ! @ # $ % ^ & *");
    let last = missing.pop()?;
    Some(match missing.is_empty() {
        true => format!("The password needs {last}."),
        false => format!("The password needs {} and {last}.", missing.join(", ")),
    })
}

/// Names that a password must not consist of.
fn names(config: &Config, person: &Person) -> Vec<String> {
    let local_part = person.email.split('@').next().unwrap_or_default();
    let texts = [config.app_title.as_str(), "keyturn", &person.company_name, &person.name, local_part, &person.email];
    let words = person.name.split_whitespace().chain(local_part.split(['.', '_', '-', '+']));
    let mut names: Vec<String> = texts.into_iter().chain(words).map(letters).collect();
    names.retain(|name| name.chars().count() >= NAME_LETTERS_MIN);
    names.sort();
    names.dedup();
    names
}

/// Names, and single words of texts such as `Harbor Home Lending`, `harbor` and `harbor.example`, in lowercase letters.
fn words<'a>(names: Vec<String>, texts: impl Iterator<Item = &'a str>) -> Vec<String> {
    let parts = texts.flat_map(|text| text.split(|letter: char| !letter.is_alphabetic())).map(str::to_lowercase);
    let mut words: Vec<String> = names.into_iter().chain(parts).filter(|word| word.chars().count() >= 3).collect();
    words.sort();
    words.dedup();
    words
}

/// The lowercase letters and digits of a text.
fn letters(text: &str) -> String {
    text.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn name_in<'a>(names: &'a [String], password: &str) -> Option<&'a str> {
    let password = letters(password);
    names.iter().map(String::as_str).find(|name| password.contains(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn avery() -> Person {
        Person {
            id: 1,
            name: "Avery Stone".into(),
            email: "avery.stone@harbor.example".into(),
            company_name: "Harbor Home Lending".into(),
            home_company: 1,
            is_active: true,
        }
    }

    /// SETPW-28, SETPW-29, SETPW-30, SETPW-31, SETPW-32, SETPW-33
    #[test]
    fn each_unmet_rule_is_reported() {
        let config = Config::default();
        for (password, told) in [
            ("Abcdefghi12!", None),
            ("Abcdefgh12!", Some("The password needs at least 12 characters.")),
            ("ABCDEFGH123!", Some("The password needs a lowercase letter.")),
            ("abcdefgh123!", Some("The password needs an uppercase letter.")),
            ("Abcdefghijk!", Some("The password needs a number.")),
            ("Abcdefghi123?", Some("The password needs one of ! @ # $ % ^ & *.")),
            ("Abcdefghi123?!", None),
            (
                "aaa",
                Some(
                    "The password needs at least 12 characters, an uppercase letter, a number and one of ! @ # $ % ^ & *.",
                ),
            ),
        ] {
            assert_eq!(missing(&config, password).as_deref(), told, "{password}");
        }
        let long = format!("Aa1!{}", "x".repeat(60));
        assert_eq!(missing(&config, &long), None);
        assert_eq!(missing(&config, &format!("{long}x")).as_deref(), Some("The password needs at most 64 characters."));
        let short = Config { password_min_length: 10, ..Config::default() };
        assert!(missing(&short, "Abcdefg12!").is_none() && missing(&short, "Abcdef12!").is_some());
    }

    #[test]
    fn names_of_person_company_and_product_are_found() {
        let names = names(&Config::default(), &avery());
        for (password, name) in [
            ("My-Keyturn-Pass-7", Some("keyturn")),
            ("AVERY-and-7-dwarfs!", Some("avery")),
            ("rolling-St-one-7!", Some("stone")),
            ("Harbor-Home-Lending-7!", Some("harborhomelending")),
            ("harbor-view-7-Boats!", None),
        ] {
            assert_eq!(name_in(&names, password), name, "{password}");
        }
    }

    #[test]
    fn common_passwords_are_detected() {
        let texts = ["Harbor Home Lending", "harbor", "apply.harbor.example"];
        let own = words(names(&Config::default(), &avery()), texts.into_iter());
        for password in [
            "Password123!",
            "P@ssw0rd1234",
            "Qwertyuiop1!",
            "Welcome12345!",
            "Iloveyou123!",
            "Mortgage2026!",
            "Welcome123456!",
            "Letmein12345!",
            "Summer2026!!!",
            "Winter-2026-!!",
            "HomeLoan2026!",
            "Refinance2026!",
            "Changeme2026!",
            "Football2026!",
            "Harbor2026!!!",
            "HarborLending1!",
            "Trustno1trustno1!",
            "Dragon123456!",
            "Admin1234567!",
            "Zxcvbnm12345!",
            "1Q2w3e4r5t6y!",
            "Aaaaaaaaaa1!",
            "Abc123abc123!",
            "January2026!!",
            "Nebraska2026!",
            "Elephant1234!",
        ] {
            assert!(guessed_soon(password, &own).is_some(), "{password}");
        }
        for password in [
            "copper-Lantern-7-orbits!",
            "Quiet-River-Stones-88!",
            "Quiet-Harbors-4-Ever!",
            "harbor-view-7-Boats!",
            "Planted-Kettle-9-umbrellas!",
            "aB3$kQ9!mz2@",
            "vK8#tQ2mZ5x!",
            "T7!m-4q@Zp&9",
        ] {
            assert_eq!(guessed_soon(password, &own), None, "{password}");
        }
    }

    #[test]
    fn breached_passwords_are_refused_with_their_own_message() {
        assert_eq!(guessed_soon("Gjmptwajv-20031!", &[]), None);
        assert_eq!(guessed_soon("08101949Rks1qqq1!", &[]), Some(BREACHED));
    }
}
