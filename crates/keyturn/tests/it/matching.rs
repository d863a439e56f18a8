//! Matching of people within one company: by which values they are found, and which records belong to one person.

use borrowers::matching::{self, Found, Record, RecordKind, Told};
use lending::matching::{Fingerprint, Person, Strength};
use platform::{GlobalTx, db::Timestamp};
use testkit::Keyturn;

const HARBOR: i64 = 2;
const SUMMIT: i64 = 6;

fn person(first: &str, last: &str, email: Option<&str>, phone: Option<&str>) -> Person {
    Person {
        first_name: first.to_owned(),
        last_name: last.to_owned(),
        emails: email.map(|text| text.parse().unwrap()).into_iter().collect(),
        phones: phone.map(|text| text.parse().unwrap()).into_iter().collect(),
        ..Person::default()
    }
}

fn lead(id: i64, people: Vec<Person>) -> Told {
    told(RecordKind::Lead, id, people)
}

fn told(kind: RecordKind, id: i64, people: Vec<Person>) -> Told {
    let created_at = Timestamp::now();
    Told { record: Record { kind, id }, org_unit: HARBOR, owner: None, created_at, people }
}

async fn put(keyturn: &Keyturn, company: i64, told: &[Told]) {
    let mut tx = GlobalTx::begin(&keyturn.app.pool).await.unwrap();
    tx.enter(company).await.unwrap();
    matching::put(&mut tx, told).await.unwrap();
    tx.commit().await.unwrap();
}

async fn find(keyturn: &Keyturn, company: i64, people: &[Person]) -> Vec<Found> {
    let mut tx = GlobalTx::begin(&keyturn.app.pool).await.unwrap();
    tx.enter(company).await.unwrap();
    matching::find(&mut tx, company, people, &RecordKind::ALL, 20).await.unwrap()
}

fn ids(found: &[Found]) -> Vec<(RecordKind, i64, Strength)> {
    found.iter().map(|found| (found.record.kind, found.record.id, found.agreement.strength)).collect()
}

/// DUP-01, DUP-03, DUP-05: over leads, borrowers and contacts, strongest first, regardless of spelling.
#[tokio::test]
async fn people_are_found_in_every_kind_of_record() {
    let keyturn = Keyturn::start().await;
    let quinn = person("Robert", "Quigley", Some("Rob.Quigley+loans@gmail.com"), Some("4155550191"));
    let wife = person("Zelda", "Quigley", Some("zelda@example.com"), Some("4155550191"));
    put(
        &keyturn,
        HARBOR,
        &[
            lead(900_001, vec![wife.clone(), quinn.clone()]),
            told(RecordKind::Borrower, 900_002, vec![person("Bob", "Quigley", None, None)]),
            told(RecordKind::Contact, 900_003, vec![person("Tess", "Realtor", None, Some("4155550191"))]),
        ],
    )
    .await;
    put(&keyturn, SUMMIT, &[lead(900_009, vec![quinn.clone()])]).await;

    let found = find(&keyturn, HARBOR, &[person("Bob", "Quigley", Some("robquigley@googlemail.com"), None)]).await;
    assert_eq!(
        ids(&found),
        [(RecordKind::Lead, 900_001, Strength::Likely), (RecordKind::Borrower, 900_002, Strength::Possible)]
    );
    assert_eq!(found[0].person.first_name, "Robert", "the lead is shown by whom of it agrees");
    let slip = find(&keyturn, HARBOR, &[person("Zelda", "Quigly", None, None)]).await;
    assert_eq!(ids(&slip), [(RecordKind::Lead, 900_001, Strength::Possible)]);
    let by_phone = find(&keyturn, HARBOR, &[person("", "", None, Some("4155550191"))]).await;
    assert_eq!(by_phone.len(), 2, "one phone, two records");
    assert_eq!(find(&keyturn, HARBOR, &[person("Nobody", "Anywhere", None, None)]).await.len(), 0);
    assert_eq!(ids(&find(&keyturn, SUMMIT, &[quinn]).await), [(RecordKind::Lead, 900_009, Strength::Likely)]);

    // A record now has other people, or none.
    put(&keyturn, HARBOR, &[lead(900_001, vec![wife])]).await;
    let found = find(&keyturn, HARBOR, &[person("Bob", "Quigley", Some("robquigley@googlemail.com"), None)]).await;
    assert_eq!(ids(&found), [(RecordKind::Borrower, 900_002, Strength::Possible)]);
}

/// DUP-06, DUP-08: pairs are found when a record changes, and removed when it no longer matches. A household isn't a
/// pair.
#[tokio::test]
async fn pairs_are_updated_when_records_change() {
    let keyturn = Keyturn::start().await;
    let mut luis = person("Luis", "Zapata", Some("zapata@example.com"), Some("4155550155"));
    let maya = person("Maya", "Zapata", Some("zapata@example.com"), Some("4155550155"));
    put(
        &keyturn,
        HARBOR,
        &[
            lead(910_001, vec![luis.clone()]),
            lead(910_002, vec![maya.clone()]),
            lead(910_003, vec![person("Louis", "Zapata", Some("zapata@example.com"), None)]),
            // Of another kind: a returning client, not a duplicate.
            told(RecordKind::Borrower, 910_004, vec![luis.clone()]),
        ],
    )
    .await;
    put(&keyturn, SUMMIT, &[lead(910_005, vec![luis.clone()])]).await;
    matching::find_duplicates(&keyturn.app).await.unwrap();
    assert_eq!(pairs(&keyturn).await, [(910_001, 910_003)]);

    luis.emails.clear();
    luis.last_name = "Somebody".to_owned();
    luis.taxpayer_identifier = Some(Fingerprint(vec![1]));
    let mut again = person("Maya", "Married", None, None);
    again.taxpayer_identifier = Some(Fingerprint(vec![2]));
    let mut maya = maya;
    maya.taxpayer_identifier = Some(Fingerprint(vec![2]));
    put(&keyturn, HARBOR, &[lead(910_001, vec![luis]), lead(910_002, vec![maya]), lead(910_006, vec![again])]).await;
    matching::find_duplicates(&keyturn.app).await.unwrap();
    assert_eq!(pairs(&keyturn).await, [(910_002, 910_006)], "a number outlasts a name");
}

/// DUP-08: in a large batch, each record is paired once with its duplicates, regardless of the order: with earlier
/// ones, later ones, and those of the same hundred, but never with another company's.
#[tokio::test]
async fn large_batches_are_matched_a_hundred_at_a_time() {
    const TWICE: i64 = 140;
    let keyturn = Keyturn::start().await;
    let known = |id: i64, number: i64| {
        let email = format!("known{number}@example.com");
        lead(id, vec![person("Luis", &format!("Zapata{number}"), Some(&email), None)])
    };
    let mut crowd: Vec<_> = (0..TWICE).map(|n| known(911_000 + n, n)).collect();
    crowd.extend((0..TWICE).map(|n| known(912_000 + n, n)));
    put(&keyturn, HARBOR, &crowd).await;
    put(&keyturn, SUMMIT, &[known(913_000, 0)]).await;
    matching::find_duplicates(&keyturn.app).await.unwrap();
    let twice: Vec<_> = (0..TWICE).map(|n| (911_000 + n, 912_000 + n)).collect();
    assert_eq!(pairs(&keyturn).await, twice);

    // One record now is another person, and another matched a third record all along.
    put(&keyturn, HARBOR, &[known(912_000, 900), known(914_000, 1)]).await;
    matching::find_duplicates(&keyturn.app).await.unwrap();
    let mut now = [&twice[1..], &[(911_001, 914_000), (912_001, 914_000)]].concat();
    now.sort_unstable();
    assert_eq!(pairs(&keyturn).await, now);
}

/// DUP-08: records being saved neither wait nor block. They are matched after the commit.
#[tokio::test]
async fn records_being_saved_are_matched_afterwards() {
    let keyturn = Keyturn::start().await;
    let known = |id: i64, name: &str| lead(id, vec![person(name, "Zapata", Some("zapata@example.com"), None)]);
    put(&keyturn, HARBOR, &[known(915_001, "Luis"), known(915_002, "Luis"), known(915_003, "Maya")]).await;

    let mut saving = GlobalTx::begin(&keyturn.app.pool).await.unwrap();
    saving.enter(HARBOR).await.unwrap();
    matching::put(&mut saving, &[known(915_003, "Luis")]).await.unwrap();
    let app = keyturn.app.clone();
    let looking = tokio::spawn(async move { matching::find_duplicates(&app).await });
    let mut found = Vec::new();
    while found.is_empty() {
        found = pairs(&keyturn).await;
    }
    assert_eq!(found, [(915_001, 915_002)]);
    assert!(!looking.is_finished(), "people are left");
    saving.commit().await.unwrap();
    looking.await.unwrap().unwrap();
    assert_eq!(pairs(&keyturn).await, [(915_001, 915_002), (915_001, 915_003), (915_002, 915_003)]);

    // A record removed meanwhile is in no pair afterwards.
    put(&keyturn, HARBOR, &[known(915_004, "Maya")]).await;
    matching::find_duplicates(&keyturn.app).await.unwrap();
    let before = pairs(&keyturn).await;
    put(&keyturn, HARBOR, &[known(915_004, "Luis")]).await;
    let mut removing = GlobalTx::begin(&keyturn.app.pool).await.unwrap();
    removing.enter(HARBOR).await.unwrap();
    matching::remove(&mut removing, HARBOR, Record { kind: RecordKind::Lead, id: 915_004 }).await.unwrap();
    let app = keyturn.app.clone();
    let looking = tokio::spawn(async move { matching::find_duplicates(&app).await });
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    removing.commit().await.unwrap();
    looking.await.unwrap().unwrap();
    assert_eq!(pairs(&keyturn).await, before);

    // The same if the other record is matched.
    let mut compared = GlobalTx::begin(&keyturn.app.pool).await.unwrap();
    compared.enter(HARBOR).await.unwrap();
    matching::put_compared(&mut compared, &[known(915_006, "Luis")]).await.unwrap();
    compared.commit().await.unwrap();
    put(&keyturn, HARBOR, &[known(915_005, "Luis")]).await;
    let mut removing = GlobalTx::begin(&keyturn.app.pool).await.unwrap();
    removing.enter(HARBOR).await.unwrap();
    matching::remove(&mut removing, HARBOR, Record { kind: RecordKind::Lead, id: 915_006 }).await.unwrap();
    matching::find_duplicates(&keyturn.app).await.unwrap();
    removing.commit().await.unwrap();
    matching::find_duplicates(&keyturn.app).await.unwrap();
    let found = pairs(&keyturn).await;
    assert!(found.contains(&(915_001, 915_005)), "{found:?}");
    assert!(found.iter().all(|(_, other)| *other != 915_006), "{found:?}");
}

async fn pairs(keyturn: &Keyturn) -> Vec<(i64, i64)> {
    let mut superuser = keyturn.superuser().await;
    sqlx::query_as("select one_id, other_id from duplicate_pair where one_id between 910000 and 919999 order by 1, 2")
        .fetch_all(&mut superuser)
        .await
        .unwrap()
}
