//! What a password has to be (SETPW-27 to SETPW-33), and what it must not be (NIST SP 800-63B 3.1.1.2): common, or made of
//! the names of its owner, their company and this product.

use crate::hashing;
use people::Person;
use platform::{App, Result, config::Config};
use zeroize::Zeroizing;
use zxcvbn::{Score, zxcvbn};

/// Special characters that count; others are welcome and do not.
const SPECIAL: &str = "!@#$%^&*";
/// Shortest name that is looked for inside a password: `Ivy` and `Lin` are parts of too many words.
const NAME_LETTERS_MIN: usize = 4;

/// Why a password is not taken, as a sentence; nothing where it is.
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
    // Some milliseconds of work, so not on a thread that answers requests.
    let password = Zeroizing::new(password.to_owned());
    let is_common = hashing::run(move || {
        let known: Vec<&str> = names.iter().map(String::as_str).collect();
        zxcvbn(&password, &known).score() < Score::Three
    })
    .await?;
    Ok(is_common.then(|| {
        "This password is among the first that anybody would try. Please choose another, for example four words that have nothing to do with each other."
            .to_owned()
    }))
}

/// The rules of the checklist that a password does not meet, in one sentence.
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

/// Names that a password must not be made of.
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

/// Letters and digits alone, lower case.
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
    fn each_rule_is_told_when_it_is_not_met() {
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
    fn common_passwords_are_told_from_others() {
        for (password, is_common) in [
            ("Password123!", true),
            ("Password1234!", true),
            ("P@ssw0rd1234", true),
            ("Qwertyuiop1!", true),
            ("Welcome12345!", true),
            ("Iloveyou123!", true),
            ("Abcdefghi123!", false),
            ("copper-Lantern-7-orbits!", false),
            ("Quiet-River-Stones-88!", false),
        ] {
            assert_eq!(zxcvbn(password, &[]).score() < Score::Three, is_common, "{password}");
        }
    }
}
