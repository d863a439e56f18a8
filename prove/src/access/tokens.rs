//! ID tokens that are forged, for another audience, or expired.

use crate::table::Proof;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD as B64};
use identity::SigningKey;
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use serde_json::{Value, json};
use testkit::{Client, Issuer, Place, issuer};

const AVERY: &str = "avery.stone@harbor.example";

pub(super) async fn prove(proof: &mut Proof, plain: &Place, federated: &Place, issuer: &Issuer) {
    let mut wrong = Vec::new();
    let mut tried = 0;

    // Forge tokens of the embedded and of an external provider, using what each publishes about its key.
    let tokens = plain.visitor().post("/api/auth/programmatic-login", json!({ "email": AVERY })).await.expect(200).json;
    let ours = tokens["id_token"].as_str().expect("an id token").to_owned();
    let published = plain.visitor().get("/oidc/jwks.json").await.expect(200);
    let genuine = issuer.sign(&issuer.claims("avery", AVERY));
    let key = issuer.public_key();
    for (place, good, key) in [(plain, &ours, published.at("/keys/0")), (federated, &genuine, &key)] {
        let visitor = place.visitor();
        let _ = visitor.with_token(good).get("/api/users/me").await.expect(200);
        for (what, token) in forged(good, key) {
            tried += 1;
            wrong.extend(opens(&visitor, what, &token).await);
        }
    }
    for name in ["access_token", "refresh_token"] {
        tried += 1;
        wrong.extend(opens(&plain.visitor(), name, tokens[name].as_str().unwrap_or_default()).await);
    }
    // Each company's host is a separate issuer.
    let port = plain.base.rsplit(':').next().unwrap_or_default();
    for host in [format!("harbor.localhost:{port}"), "loans.other.example".to_owned()] {
        tried += 1;
        let elsewhere = plain.visitor().with_header("host", &host);
        wrong.extend(opens(&elsewhere, &format!("another company's host, {host}"), &ours).await);
    }
    for (what, token) in not_for_this(federated, issuer) {
        tried += 1;
        wrong.extend(opens(&federated.visitor(), what, &token).await);
    }
    // A server without configuration for the external provider must reject its tokens.
    tried += 1;
    wrong.extend(opens(&plain.visitor(), "a provider that is not configured", &genuine).await);
    proof.none(
        format!("{tried} forged, foreign and expired tokens"),
        "401, and no tab opened",
        "none accepted",
        &wrong,
    );
}

/// An error if a token is accepted.
async fn opens(visitor: &Client, what: &str, token: &str) -> Option<String> {
    let answer = visitor.with_token(token).get("/api/users/me").await;
    let is_refused = answer.status == 401 && !answer.headers.contains_key("x-session-id");
    (!is_refused).then(|| format!("{what}: {} {}", answer.status, answer.json))
}

fn encoded(part: &Value) -> String {
    B64.encode(part.to_string())
}

/// Claims with a custom header, signed with a custom key.
fn signed(header: Header, claims: &Value, key: &EncodingKey) -> String {
    jsonwebtoken::encode(&header, claims, key).expect("a token")
}

/// Tokens derived from a valid token and the public knowledge about its key.
fn forged(good: &str, key: &Value) -> Vec<(&'static str, String)> {
    let [header, payload, signature] = <[&str; 3]>::try_from(good.split('.').collect::<Vec<_>>()).expect("three parts");
    let read = |part: &str| -> Value { serde_json::from_slice(&B64.decode(part).expect("base64")).expect("JSON") };
    let (head, claims) = (read(header), read(payload));
    let kid = head["kid"].as_str().expect("a key").to_owned();
    let with = |changes: Value| {
        let mut head = head.clone();
        head.as_object_mut().expect("a header").extend(changes.as_object().expect("changes").clone());
        encoded(&head)
    };
    let mut promoted = claims.clone();
    promoted["sub"] = json!("1");
    let own = SigningKey::generate().expect("a key");
    let mine = pem(&own);
    let mut named = Header::new(Algorithm::RS256);
    named.kid = Some(kid.clone());
    let mut with_jku = named.clone();
    with_jku.jku = Some("https://evil.example/keys".to_owned());
    let mut with_jwk = named.clone();
    with_jwk.jwk = serde_json::from_value(serde_json::to_value(own.public()).expect("a key")).ok();
    let kid_of = |kid: &str| {
        let mut header = Header::new(Algorithm::RS256);
        header.kid = Some(kid.to_owned());
        signed(header, &claims, &mine)
    };
    let shared = |secret: &[u8]| {
        let mut header = Header::new(Algorithm::HS256);
        header.kid = Some(kid.clone());
        signed(header, &claims, &EncodingKey::from_secret(secret))
    };
    vec![
        ("alg none without signature", format!("{}.{payload}.", with(json!({"alg": "none"})))),
        ("alg None", format!("{}.{payload}.", with(json!({"alg": "None"})))),
        ("alg NONE with the old signature", format!("{}.{payload}.{signature}", with(json!({"alg": "NONE"})))),
        ("no alg", format!("{}.{payload}.{signature}", encoded(&json!({"typ": "JWT", "kid": kid})))),
        ("alg HS256 over the old signature", format!("{}.{payload}.{signature}", with(json!({"alg": "HS256"})))),
        ("alg PS256 over the old signature", format!("{}.{payload}.{signature}", with(json!({"alg": "PS256"})))),
        ("HS256 with the public key as JSON", shared(key.to_string().as_bytes())),
        ("HS256 with the modulus as text", shared(key["n"].as_str().unwrap_or_default().as_bytes())),
        ("HS256 with the modulus", shared(&B64.decode(key["n"].as_str().unwrap_or_default()).unwrap_or_default())),
        ("HS256 with nothing", shared(b"")),
        ("another subject under the old signature", format!("{header}.{}.{signature}", encoded(&promoted))),
        ("the attacker's key under the known id", signed(named, &claims, &mine)),
        ("the attacker's key, its URL in the header", signed(with_jku, &claims, &mine)),
        ("the attacker's key in the header", signed(with_jwk, &claims, &mine)),
        ("the attacker's key under an unknown id", kid_of("another")),
        ("a name that is a path", kid_of("../../../../dev/null")),
        ("a name that is a query", kid_of("' or true --")),
        ("the attacker's key without an id", signed(Header::new(Algorithm::RS256), &claims, &mine)),
        ("signature cut short", good[..good.len() - 10].to_owned()),
        ("signature left out", format!("{header}.{payload}.")),
        ("two parts", format!("{header}.{payload}")),
        ("five parts", format!("{header}.{payload}.{signature}.x.x")),
        ("half a token", good[..good.len() / 2].to_owned()),
    ]
}

/// Tokens that the external provider signed with its own key, but that are invalid for other reasons.
fn not_for_this(place: &Place, issuer: &Issuer) -> Vec<(&'static str, String)> {
    let now = issuer::now();
    let changed = |name: &str, value: Value| {
        let mut claims = issuer.claims("avery", AVERY);
        claims[name] = value;
        issuer.sign(&claims)
    };
    let without = |name: &str| {
        let mut claims = issuer.claims("avery", AVERY);
        claims.as_object_mut().expect("claims").remove(name);
        issuer.sign(&claims)
    };
    vec![
        ("expired a second ago", changed("exp", json!(now - 1))),
        ("expired long ago", changed("exp", json!(1_000_000_000))),
        ("never expires", without("exp")),
        ("issued in the future", changed("iat", json!(now + 3600))),
        ("not good yet", changed("nbf", json!(now + 3600))),
        ("another issuer", changed("iss", json!("https://evil.example"))),
        ("the issuer with a slash", changed("iss", json!(format!("{}/", issuer.url)))),
        ("a list of issuers", changed("iss", json!([issuer.url]))),
        ("the embedded issuer, by another's key", changed("iss", json!(format!("{}/oidc", place.base)))),
        ("another client", changed("aud", json!("another"))),
        ("several clients, and not to which", changed("aud", json!(["keyturn-web", "another"]))),
        ("issued to another client", changed("azp", json!("another"))),
        ("for nobody", without("aud")),
        ("of nobody", without("sub")),
        ("of an empty name", changed("sub", json!(""))),
    ]
}

fn pem(key: &SigningKey) -> EncodingKey {
    let text = base64::engine::general_purpose::STANDARD.encode(key.pkcs8());
    let pem = format!("-----BEGIN PRIVATE KEY-----\n{text}\n-----END PRIVATE KEY-----\n");
    EncodingKey::from_rsa_pem(pem.as_bytes()).expect("a key")
}
