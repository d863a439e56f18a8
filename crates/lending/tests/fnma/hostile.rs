//! Invalid files: each is rejected within a second, with a message that tells the officer what to do.

use crate::{loans::all, read};
use lending::import::Refusal;

fn refused(bytes: &[u8]) -> Refusal {
    read(bytes).unwrap_err()
}

#[test]
fn the_message_says_what_is_wrong_and_what_to_do() {
    for (bytes, code, sentence) in [
        (b"".as_slice(), "empty", "The file is empty."),
        (b"\r\n\r\n", "empty", "The file is empty."),
        (&[0; 4096], "not_fnma", "The file is not a valid FNMA 3.2 file."),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "not_fnma", "The file is not a valid FNMA 3.2 file."),
        (b"%PDF-1.7\n", "not_fnma", "The file is not a valid FNMA 3.2 file."),
        (b"<MESSAGE xmlns=\"http://www.mismo.org/residential/2009/schemas\"/>", "xml", "use the tab Import MISMO"),
        (b"0001  3.00 W\r\n03ABW\r\n", "version", "Export the loan again as FNMA 3.2"),
        (b"0001  3.20 W\r\n01A01\r\n", "no_borrower", "no borrower with a last name"),
        (b"0001  3.20 W\r\n03ABW900450001Avery\r\n", "no_borrower", "no borrower with a last name"),
    ] {
        let refusal = refused(bytes);
        assert_eq!(refusal.code, code);
        assert!(refusal.message.contains(sentence), "{}", refusal.message);
        assert!(refusal.message.ends_with('.'), "{}", refusal.message);
    }
}

#[test]
fn a_file_that_is_too_large_is_rejected() {
    assert_eq!(refused(&vec![b'0'; 50 * 1024 * 1024]).code, "too_large");
    assert_eq!(refused(&vec![b'0'; 10 * 1024 * 1024]).code, "not_fnma");
    let one_line = [b"0001  3.20 W\n".as_slice(), &vec![b'0'; 10 * 1024 * 1024 - 13]].concat();
    assert_eq!(refused(&one_line).code, "line_too_long");
    assert_eq!(refused("x\n".repeat(1_000_000).as_bytes()).code, "not_fnma");
    let many_lines = "0001  3.20 W\n".to_owned() + &"01A\n".repeat(1_000_000);
    assert_eq!(refused(many_lines.as_bytes()).code, "too_many_lines");
    assert!(refused(many_lines.as_bytes()).message.starts_with("The file is too large."));
}

#[test]
fn nul_bytes_are_removed() {
    let applicant = "03ABW900450001Avery\0\0Lee".to_owned() + &"\0".repeat(60) + "Smith\0";
    let file = ["0001  3.20 W", &applicant].join("\r\n");
    let imported = read(file.as_bytes()).unwrap();
    assert_eq!(imported.application.borrowers[0].first_name.as_deref(), Some("Avery  Lee"));
    assert!(!serde_json::to_string(&imported).unwrap().contains("\\u0000"));
}

#[test]
fn the_number_of_issues_is_limited() {
    let mut file = "0001  3.20 W\n03ABW900450001Avery".to_owned() + &" ".repeat(65) + "Smith\n";
    for line in 0..900 {
        file += &format!("{}{:02}\n", char::from(b"JKNQUVWXY"[line / 100]), line % 100);
    }
    let imported = read(file.as_bytes()).unwrap();
    assert_eq!(imported.issues.len(), lending::fnma::ISSUES_MAX + 1);
    let more = &imported.issues[lending::fnma::ISSUES_MAX].reason;
    assert!(more.starts_with("And ") && more.ends_with(" more."), "{more}");
}

#[test]
fn a_truncated_file_is_imported_or_rejected() {
    for loan in all() {
        let bytes = lending::fnma::write(&loan.application, &loan.secrets);
        // At every byte of the smallest file, and at some positions in the others.
        let step = 1 + bytes.len() / 2_000 * 16;
        for end in (0..bytes.len()).step_by(step) {
            match read(&bytes[..end]) {
                Ok(imported) => assert!(end >= bytes.len() - 12 || !imported.issues.is_empty(), "{} {end}", loan.name),
                Err(refusal) => assert!(["empty", "not_fnma", "no_borrower"].contains(&refusal.code), "{refusal:?}"),
            }
        }
    }
}

/// No issue contains a secret, regardless of the errors in the file.
#[test]
fn no_issue_contains_a_secret() {
    for loan in all().into_iter().take(2) {
        let text = String::from_utf8(lending::fnma::write(&loan.application, &loan.secrets)).unwrap();
        let secret: Vec<String> = loan
            .secrets
            .borrowers
            .values()
            .flat_map(|secrets| {
                let number = secrets.taxpayer_identifier.as_ref().unwrap().reveal().to_owned();
                [number, secrets.birth_date.unwrap().strftime("%Y%m%d").to_string()]
            })
            .chain(loan.secrets.account_numbers.values().cloned())
            .collect();
        // Shift each line by one column, so that nearly every field contains misplaced data.
        let moved: String = text
            .split_inclusive("\r\n")
            .map(
                |line| if line.starts_with("000") { line.to_owned() } else { format!("{} {}", &line[..3], &line[3..]) },
            )
            .collect();
        let imported = read(moved.as_bytes()).unwrap();
        assert!(imported.issues.len() > 30, "{}", imported.issues.len());
        let told = serde_json::to_string(&imported.issues).unwrap();
        for secret in secret {
            assert!(!told.contains(&secret), "{told}");
            assert!(!told.contains(&secret[..secret.len() - 1]), "{told}");
        }
        assert!(!told.contains("Hispanic") && !told.contains("Samoan"));
    }
}
