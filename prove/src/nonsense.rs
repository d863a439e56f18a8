//! Invalid requests that no web page sends: malformed JSON, texts with a zero byte, out-of-range numbers, invented page
//! cursors. Each must be answered, and none with a 500.

use crate::table::Proof;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use testkit::{
    Client, Place,
    officer::{manual, membership},
};

/// Sends each request once, for a newly created loan.
pub async fn prove(place: &Place) -> Proof {
    let mut proof = Proof::of("nonsense");
    let company = place.company("nonsense").await;
    let avery = company.sign_in("avery.stone").await;
    let officer = membership(&avery).await;
    let loan = avery.post("/api/loans", manual("Kim", "Nonsense", officer)).await.expect(201);
    let id = loan.at("/id").as_i64().expect("an id");
    let mut groups: Vec<(&str, u32, Vec<String>)> = Vec::new();
    for one in all(id) {
        let answer = avery.try_send(one.request(&avery)).await;
        let wrong = match answer {
            Ok(answer) if answer.status >= 500 => Some(format!("{} {}", answer.status, answer.json)),
            Ok(answer) if answer.status >= 400 && !has_sentence(&answer.json) => {
                Some(format!("{} without a sentence: {}", answer.status, answer.json))
            }
            Ok(_) => None,
            Err(error) => Some(format!("no answer: {error:?}")),
        };
        let wrong = wrong.map(|wrong| format!("{}: {wrong}", one.what));
        match groups.iter_mut().find(|(group, _, _)| *group == one.group) {
            Some((_, count, all_wrong)) => {
                *count += 1;
                all_wrong.extend(wrong);
            }
            None => groups.push((one.group, 1, wrong.into_iter().collect())),
        }
    }
    for (group, count, wrong) in groups {
        proof.none(group, "an answer below 500; from 400 on a code and a sentence", &format!("{count} sent"), &wrong);
    }
    let after = avery.get(&format!("/api/loans/{id}/application")).await;
    proof.row("the loan afterwards", "can be read", after.status.to_string(), after.status == 200);
    proof
}

fn has_sentence(body: &Value) -> bool {
    let text = |key: &str| body[key].as_str().is_some_and(|text| !text.is_empty());
    text("code") && text("message")
}

/// An invalid request.
#[derive(Clone, Debug)]
pub struct Nonsense {
    group: &'static str,
    what: String,
    method: Method,
    path: String,
    headers: Vec<(&'static str, Vec<u8>)>,
    body: Vec<u8>,
}

impl Nonsense {
    /// The request, as sent by a client.
    pub fn request(&self, client: &Client) -> RequestBuilder {
        let mut request = client.request(self.method.clone(), &self.path);
        for (name, value) in &self.headers {
            request = request.header(*name, &value[..]);
        }
        if self.body.is_empty() { request } else { request.body(self.body.clone()) }
    }
}

/// All invalid requests for a loan.
#[must_use]
pub fn all(loan: i64) -> Vec<Nonsense> {
    let mut all = Vec::new();
    let application = format!("/api/loans/{loan}/application");
    bodies(&mut all, &application);
    creations(&mut all);
    changes(&mut all, &application);
    queries(&mut all);
    places(&mut all);
    headers(&mut all, loan);
    files(&mut all);
    addresses(&mut all, loan);
    all
}

/// A text that no index can store: long, incompressible, and different at each use.
fn long_name() -> String {
    let mut state = 1_u32;
    let next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        char::from(b"abcdefghijklmnopqrstuvwxyzABCDEF"[(state >> 27) as usize])
    };
    std::iter::repeat_with(next).take(60_000).collect()
}

fn json_request(group: &'static str, method: Method, path: &str, what: impl Into<String>, body: Vec<u8>) -> Nonsense {
    let headers = vec![("content-type", b"application/json".to_vec())];
    Nonsense { group, what: what.into(), method, path: path.to_owned(), headers, body }
}

fn bodies(all: &mut Vec<Nonsense>, application: &str) {
    let texts: [(&str, Vec<u8>); 14] = [
        ("a blank", b" ".to_vec()),
        ("half an object", b"{\"PrimaryBorrower\": {".to_vec()),
        ("null", b"null".to_vec()),
        ("a list of nothing in lists", b"[[[]]]".to_vec()),
        ("a text", b"\"text\"".to_vec()),
        ("an empty object", b"{}".to_vec()),
        ("two objects", b"{}{}".to_vec()),
        ("100,000 lists within each other", b"[".repeat(100_000)),
        ("100,000 objects within each other", b"{\"a\":".repeat(100_000)),
        ("bytes that aren't UTF-8", b"{\"path\": \"\xff\xfe\"}".to_vec()),
        ("half a surrogate pair", b"[{\"path\": \"loan/noteRate\", \"to\": \"\\ud800\"}]".to_vec()),
        ("a number out of range", b"[{\"path\": \"loan/termMonths\", \"to\": 1e999}]".to_vec()),
        ("the same key twice", b"{\"isProspect\": true, \"isProspect\": false}".to_vec()),
        ("a megabyte of digits", b"1".repeat(1_000_000)),
    ];
    for (method, path) in
        [(Method::POST, "/api/loans"), (Method::PATCH, application), (Method::POST, "/api/imports/mismo")]
    {
        for (what, body) in &texts {
            all.push(json_request("bodies", method.clone(), path, *what, body.clone()));
        }
    }
    let mut untyped = json_request("bodies", Method::POST, "/api/loans", "no content type", b"{}".to_vec());
    untyped.headers.clear();
    all.push(untyped);
}

fn creations(all: &mut Vec<Nonsense>) {
    let values = [
        ("/PrimaryBorrower/firstName", json!("a\u{0}b")),
        ("/PrimaryBorrower/lastName", json!("a\u{1b}[31m")),
        ("/PrimaryBorrower/lastName", json!(long_name())),
        ("/PrimaryBorrower/firstName", json!("\u{202e}\u{feff}\u{200d}")),
        ("/PrimaryBorrower/email", json!("a\u{0}@example.com")),
        ("/PrimaryBorrower/email", json!(format!("a@{}.example", "b".repeat(60_000)))),
        ("/PrimaryBorrower/phone", json!("\u{0}4155550132")),
        ("/PrimaryBorrower/phone", json!("٤١٥٥٥٥٠١٣٢")),
        ("/LoanOfficerId", json!(i64::MIN)),
        ("/LoanOfficerId", json!(u64::MAX)),
        ("/LoanOfficerId", json!(1.5)),
        ("/StateCode", json!("\u{0}\u{0}")),
        ("/LoanPurposeType", json!("Purchase\u{0}")),
        ("/fileVersion", json!("\u{0}")),
        ("/otherUsers", json!({"WizeUsers": vec![Value::Null; 10_000]})),
        ("/otherUsers", json!({"loanAssistant": "\u{0}"})),
    ];
    for (path, value) in values {
        let mut payload = manual("Kim", "Nonsense", 1);
        if let Some(place) = payload.pointer_mut(path) {
            *place = value;
        }
        all.push(json_request(
            "values of a new loan",
            Method::POST,
            "/api/loans",
            path,
            payload.to_string().into_bytes(),
        ));
    }
}

fn changes(all: &mut Vec<Nonsense>, application: &str) {
    let item = "018f0000-0000-7000-8000-00000000beef";
    let values = [
        ("property/address/line", json!("a\u{0}b")),
        ("originator/name", json!(long_name())),
        ("originator/email", json!(format!("a@{}.example", "b".repeat(60_000)))),
        ("loan/noteRate", json!("NaN")),
        ("loan/noteRate", json!("1e999")),
        ("loan/noteRate", json!("99999999999999999999999999")),
        ("loan/noteRate", json!("-1")),
        ("loan/baseAmount", json!("92233720368547758.07")),
        ("loan/baseAmount", json!("-92233720368547758.08")),
        ("loan/noteAmount", json!(1.5)),
        ("loan/termMonths", json!(65_535)),
        ("loan/termMonths", json!(-1)),
        ("loan/applicationReceivedOn", json!("-009999-01-01")),
        ("loan/applicationReceivedOn", json!("9999-12-31")),
        ("property/unitCount", json!(u64::MAX)),
        ("borrowers", json!([])),
        ("borrowers", Value::Null),
        ("", json!({})),
        ("/", json!({})),
        ("a/b/c/d/e/f/g/h/i/j", json!(1)),
        ("__proto__/polluted", json!(true)),
        ("loan/\u{0}", json!(1)),
        (&format!("borrowers/{item}"), json!({"id": item, "firstName": "\u{0}"})),
        (&format!("borrowers/{item}"), json!({"id": item, "lastName": long_name()})),
        (&format!("borrowers/{item}"), json!({"id": "another"})),
        (&format!("borrowers/{item}/birthDate"), json!("\u{0}")),
        (&format!("assets/{item}"), json!({"id": item, "amount": "1e308"})),
        (&format!("owned_properties/{item}"), json!({"id": item})),
    ]
    .map(|(path, to)| (path.to_owned(), json!([{"path": path, "to": to}])));
    let many: Vec<_> = (0..501).map(|n| json!({"path": format!("loan/field{n}"), "to": n})).collect();
    let long_path = json!([{"path": "a/".repeat(100_000), "to": 1}]);
    for (what, body) in
        values.into_iter().chain([("501 changes".into(), json!(many)), ("a long path".into(), long_path)])
    {
        all.push(json_request("changes", Method::PATCH, application, what, body.to_string().into_bytes()));
    }
}

fn queries(all: &mut Vec<Nonsense>) {
    let long = "x".repeat(8_000);
    let texts = [
        "/api/loans?string=%00".to_owned(),
        "/api/loans?string=a%00b%20c".to_owned(),
        "/api/loans?string=%FF%FE%80".to_owned(),
        "/api/loans?string=%25%5C_%27%22%3B--".to_owned(),
        format!("/api/loans?string={long}"),
        format!("/api/loans?string={}", "%F0%9F%8F%A0".repeat(200)),
        "/api/loans?limit=99999999999999999999&offset=-1".to_owned(),
        "/api/loans?limit=-1".to_owned(),
        "/api/loans?stage=-9223372036854775808".to_owned(),
        "/api/loans?stage=9223372036854775808".to_owned(),
        "/api/loans?assigneeType=USER&assigneeId=9223372036854775807".to_owned(),
        "/api/loans?orderBy=%00&sort=%00".to_owned(),
        "/api/loans?limit=1&limit=2".to_owned(),
        "/api/loans?=&&&==".to_owned(),
        "/api/users/search/flat?string=%00&roles=[".to_owned(),
        "/api/users/search/flat?string=%00".to_owned(),
        "/api/users/search/flat?roles=[\"%00\"]".to_owned(),
        "/api/users/search/flat?roles=[\"ORIGINATOR\"]&offset=9999&limit=100".to_owned(),
        format!("/api/users/search/flat?roles={}", "[".repeat(5_000)),
        "/api/borrowers/matches?Email=%00&LoanOnly=true".to_owned(),
        "/api/borrowers/matches?FirstName=%00&LastName=%00".to_owned(),
        format!("/api/borrowers/matches?FirstName={long}&LastName={long}"),
        "/api/borrowers/matches?CellPhone=%00".to_owned(),
        "/api/theme?org=%00".to_owned(),
        format!("/api/theme?org={long}"),
        "/oidc/authorize?client_id=%00&redirect_uri=%00&response_type=%00&state=%00".to_owned(),
        "/oidc/logout?id_token_hint=%00&post_logout_redirect_uri=%00".to_owned(),
    ];
    for path in texts {
        all.push(Nonsense {
            group: "queries",
            what: path.chars().take(60).collect(),
            method: Method::GET,
            path,
            headers: Vec::new(),
            body: Vec::new(),
        });
    }
}

/// Invented page cursors for the `after` parameter.
fn places(all: &mut Vec<Nonsense>) {
    let sorts = [
        ("updated", json!("-009999-01-01T00:00:00Z")),
        ("updated", json!("9999-12-30T22:00:00.999999999Z")),
        ("updated", json!("1970-01-01T00:00:00Z")),
        ("closing", json!("-009999-01-01")),
        ("closing", json!("9999-12-31")),
        ("amount", json!(i64::MIN)),
        ("amount", json!(u64::MAX)),
        ("borrower", json!("a\u{0}b")),
        ("borrower", json!("x".repeat(5_000))),
        ("stage", json!(40_000)),
    ];
    for (sort, value) in sorts {
        for (id, first_row) in [(0, 1), (i64::MIN, u64::MAX), (i64::MAX, u64::MAX - 10)] {
            for backward in [false, true] {
                let place = json!({"s": sort, "d": true, "v": value, "i": id, "n": first_row, "b": backward});
                let after = URL_SAFE_NO_PAD.encode(place.to_string());
                all.push(Nonsense {
                    group: "places in a list",
                    what: place.to_string().chars().take(100).collect(),
                    method: Method::GET,
                    path: format!("/api/loans?orderBy={sort}&sort=DESC&after={after}"),
                    headers: Vec::new(),
                    body: Vec::new(),
                });
            }
        }
    }
}

fn headers(all: &mut Vec<Nonsense>, loan: i64) {
    for (name, value) in [
        ("x-org-unit-id", &b"-1"[..]),
        ("x-org-unit-id", b"99999999999999999999"),
        ("x-org-unit-id", b"\xff\xfe"),
        ("x-consolidated", b"\xff"),
        ("x-rtc-client-id", b"\xff\xfe\xfd"),
        ("x-rtc-client-id", &[b'x'; 5_000]),
        ("x-loan-exit", b"yes"),
        ("x-background", b"\xff"),
        ("idempotency-key", b"\xff"),
        ("accept-encoding", b"br;q=1.0, \xff"),
        ("range", b"bytes=9-1"),
        ("forwarded", b"host=\"\xff\""),
        ("x-forwarded-proto", b"\xff"),
    ] {
        all.push(Nonsense {
            group: "headers",
            what: format!("{name}: {}", String::from_utf8_lossy(&value[..value.len().min(30)])),
            method: Method::POST,
            path: format!("/api/loans/{loan}/lock"),
            headers: vec![("content-type", b"application/json".to_vec()), (name, value.to_vec())],
            body: b"{}".to_vec(),
        });
    }
}

fn files(all: &mut Vec<Nonsense>) {
    for name in ["a\u{0}.xml", "..", ".", "a/../../b.xml", "\u{202e}lmx.a", &"n".repeat(5_000)] {
        let what = format!("a file named {}", name.chars().take(20).collect::<String>());
        let body = json!({"fileName": name}).to_string().into_bytes();
        all.push(json_request("files", Method::POST, "/api/files/upload-url", what, body));
    }
    for size in ["-1", "1.5", "18446744073709551616", "\"9\""] {
        let body = format!("{{\"fileName\": \"a.xml\", \"size\": {size}}}").into_bytes();
        all.push(json_request("files", Method::POST, "/api/files/upload-url", format!("size {size}"), body));
    }
    for path in [
        "imports/",
        "imports//",
        "imports/../../etc/passwd",
        "imports/\u{0}/a.xml",
        "imports/018f0000-0000-7000-8000-00000000beef/a.xml",
    ] {
        let body = json!({"fileName": "a.xml", "filePath": path}).to_string().into_bytes();
        all.push(json_request("files", Method::POST, "/api/imports/mismo", path, body));
    }
    let disposition = "content-disposition: form-data; name=\"files\"; filename=";
    for (what, kind, body) in [
        ("a form without a boundary", "multipart/form-data", b"--x--".to_vec()),
        ("a form without parts", "multipart/form-data; boundary=x", b"--x--\r\n".to_vec()),
        ("a form that breaks off", "multipart/form-data; boundary=x", b"--x\r\ncontent-dispo".to_vec()),
        (
            "a form without the part",
            "multipart/form-data; boundary=x",
            form("content-disposition: form-data; name=\"other\"", b""),
        ),
        ("a name with a zero byte", "multipart/form-data; boundary=x", form(&format!("{disposition}\"a\0b\""), b"EH ")),
        (
            "a name that leaves the folder",
            "multipart/form-data; boundary=x",
            form(&format!("{disposition}\"../../a\""), b"EH "),
        ),
        (
            "a name of 5,000 letters",
            "multipart/form-data; boundary=x",
            form(&format!("{disposition}\"{}\"", "n".repeat(5_000)), b"EH "),
        ),
        ("no name", "multipart/form-data; boundary=x", form("content-disposition: form-data; name=\"files\"", b"EH ")),
        ("a part header of 100,000 letters", "multipart/form-data; boundary=x", form(&"h".repeat(100_000), b"EH ")),
        (
            "10,000 parts",
            "multipart/form-data; boundary=x",
            form("content-disposition: form-data; name=\"a\"", b"").repeat(10_000),
        ),
        ("JSON", "application/json", b"{}".to_vec()),
    ] {
        all.push(Nonsense {
            group: "files",
            what: what.to_owned(),
            method: Method::POST,
            path: "/api/imports/fnma".to_owned(),
            headers: vec![("content-type", kind.as_bytes().to_vec())],
            body,
        });
    }
}

fn form(headers: &str, content: &[u8]) -> Vec<u8> {
    [b"--x\r\n", headers.as_bytes(), b"\r\n\r\n", content, b"\r\n--x--\r\n"].concat()
}

fn addresses(all: &mut Vec<Nonsense>, loan: i64) {
    let get = |path: &str| (Method::GET, path.to_owned(), Vec::new());
    let post = |path: &str, body: Value| (Method::POST, path.to_owned(), body.to_string().into_bytes());
    let requests = [
        get("/api/loans/-1"),
        get("/api/loans/0"),
        get("/api/loans/9223372036854775807"),
        get("/api/loans/9223372036854775808"),
        get("/api/loans/%00"),
        get("/api/loans/%FF"),
        get("/api/loans/1/application/2"),
        get("/api//loans"),
        get("/api/../etc/passwd"),
        get("/assets/../../../etc/passwd"),
        get("/%00"),
        get(&format!("/{}", "a/".repeat(3_000))),
        (Method::DELETE, "/api/loans".to_owned(), Vec::new()),
        (Method::from_bytes(b"SURPRISE").expect("a method"), "/api/loans".to_owned(), Vec::new()),
        (Method::OPTIONS, "/api/loans".to_owned(), Vec::new()),
        (
            Method::PUT,
            "/api/files/018f0000-0000-7000-8000-00000000beef?company=1&expires=9999999999&max=9&signature=%00"
                .to_owned(),
            b"x".to_vec(),
        ),
        (Method::PUT, "/api/files/%00?company=1&expires=1&max=1&signature=a".to_owned(), b"x".to_vec()),
        (
            Method::PUT,
            format!(
                "/api/files/018f0000-0000-7000-8000-00000000beef?company={}&expires={}&max={}&signature=a",
                i64::MAX,
                i64::MAX,
                u64::MAX
            ),
            b"x".to_vec(),
        ),
        post(&format!("/api/loans/{loan}/reveals"), json!({"path": "borrowers/\u{0}/taxpayerIdentifier"})),
        post(&format!("/api/loans/{loan}/reveals"), json!({"path": "/".repeat(100_000)})),
        post("/api/auth/programmatic-login", json!({"email": "\u{0}"})),
        post("/api/auth/programmatic-login", json!({"email": "x".repeat(100_000)})),
        post(
            "/oidc/sign-in",
            json!({"request": "018f0000-0000-7000-8000-00000000beef", "email": "\u{0}", "password": "\u{0}"}),
        ),
        post("/oidc/sign-in", json!({"request": "\u{0}", "email": "a", "password": "b"})),
        post("/api/demo/companies", json!({"slug": "\u{0}"})),
        post("/api/demo/companies", json!({"slug": "../x"})),
    ];
    for (method, path, body) in requests {
        let what: String = format!("{method} {path}").chars().take(80).collect();
        all.push(json_request("addresses", method, &path, what, body));
    }
    let token = "grant_type=refresh_token&refresh_token=%00&client_id=%00&code=%00&code_verifier=%00&redirect_uri=%00";
    let mut token = json_request("addresses", Method::POST, "/oidc/token", "a token for nothing", token.into());
    token.headers = vec![("content-type", b"application/x-www-form-urlencoded".to_vec())];
    all.push(token);
    all.push(json_request("addresses", Method::POST, "/oidc/token", "a token requested with JSON", b"{}".to_vec()));
}
