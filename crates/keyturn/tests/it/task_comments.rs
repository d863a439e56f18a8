//! Comments on tasks: written by users who see the task, edited and deleted by their authors, sent as events, and
//! audited.

use crate::{live::Tab, loans, org_units::audit_of};
use serde_json::{Value, json};
use testkit::{Client, Keyturn, officer::membership};

async fn texts(client: &Client, task: i64) -> Vec<String> {
    let rows = client.get(&format!("/api/tasks/{task}/comments")).await.expect(200).at("/rows").clone();
    rows.as_array().unwrap().iter().map(|row| row["text"].as_str().unwrap().to_owned()).collect()
}

async fn counted(client: &Client, task: i64) -> Value {
    let rows = client.get("/api/tasks").await.expect(200).at("/rows").clone();
    rows.as_array().unwrap().iter().find(|row| row["id"] == task).unwrap()["commentCount"].clone()
}

/// Avery and Priya comment on a task of Maya's loan. Each edits and deletes only their own comments. A deleted comment
/// leaves a placeholder without text. The task has the count and a history with names, and Priya's tab gets an event
/// for Avery's comment.
#[tokio::test]
async fn users_who_see_a_task_can_comment() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, priya) = (cove.sign_in("avery.stone").await, cove.sign_in("priya.nguyen").await);
    let (beth, marcus) = (cove.sign_in("beth.sullivan").await, cove.sign_in("marcus.bell").await);
    let stranger = keyturn.company("inlet").await.sign_in("grace.whitfield").await;
    let loan = loans::create(&avery, "Maya", "Ortiz").await;
    let mut hers = Tab::of(&keyturn, &priya, json!({})).await;
    let body = json!({"title": "Order the appraisal", "LoanId": loan["id"], "assigneeId": membership(&priya).await});
    let made = avery.post("/api/tasks", body).await.expect(201);
    let (task, version) = (made.at("/id").as_i64().unwrap(), made.at("/version").clone());
    let path = format!("/api/tasks/{task}/comments");
    assert_eq!(texts(&priya, task).await, Vec::<String>::new());

    assert_eq!(hers.event().await, ("TASK".to_owned(), "CREATED".to_owned(), task));
    let first = avery.post(&path, json!({"text": "  Maya is home\nuntil noon. <b>Call first</b> "})).await.expect(201);
    assert_eq!(hers.event().await, ("TASK".to_owned(), "UPDATED".to_owned(), task));
    assert_eq!(
        (first.at("/text"), first.at("/authorName"), first.at("/isOwn"), first.at("/editedAt")),
        (&json!("Maya is home\nuntil noon. <b>Call first</b>"), &json!("Avery Stone"), &json!(true), &Value::Null)
    );
    let once = priya.with_header("idempotency-key", "018f0000-0000-7000-8000-00000000cccc");
    let answer = once.post(&path, json!({"text": "Tomorrow then"})).await.expect(201);
    let again = once.post(&path, json!({"text": "Tomorrow then"})).await.expect(201);
    assert_eq!(answer.at("/id"), again.at("/id"), "sent twice, said once");
    let theirs = beth.get(&path).await.expect(200).at("/rows").clone();
    assert_eq!(theirs.as_array().unwrap().len(), 2);
    assert!(theirs.as_array().unwrap().iter().all(|row| row["isOwn"] == false));
    assert_eq!(counted(&avery, task).await, 2);
    assert_eq!(
        avery.get(&format!("/api/tasks/{task}")).await.expect(200).at("/version"),
        &version,
        "nobody's work on it is stale"
    );

    // Users who see the task but aren't the author can't change it. Others can't find it.
    let own = format!("/api/task-comments/{}", first.at("/id"));
    for client in [&priya, &beth] {
        let _ = client.patch(&own, json!({"text": "Taken"})).await.expect(403);
        let _ = client.delete(&own).await.expect(403);
    }
    for client in [&marcus, &stranger] {
        let _ = client.get(&path).await.expect(404);
        let _ = client.post(&path, json!({"text": "Me too"})).await.expect(404);
        let _ = client.patch(&own, json!({"text": "Taken"})).await.expect(404);
        let _ = client.delete(&own).await.expect(404);
    }
    let changed = avery.patch(&own, json!({"text": "Maya is home until one."})).await.expect(200);
    assert!(changed.at("/editedAt").is_string(), "{}", changed.json);
    let unchanged = avery.patch(&own, json!({"text": "Maya is home until one. "})).await.expect(200);
    assert_eq!(unchanged.at("/editedAt"), changed.at("/editedAt"));
    let _ = avery.delete(&own).await.expect(204);
    let _ = avery.delete(&own).await.expect(404);
    let _ = avery.patch(&own, json!({"text": "Back"})).await.expect(404);
    let left = priya.get(&path).await.expect(200).at("/rows/0").clone();
    assert_eq!((&left["text"], &left["authorName"]), (&json!(""), &json!("Avery Stone")));
    assert!(left["deletedAt"].is_string());
    assert_eq!(counted(&avery, task).await, 1);

    let entries = audit_of(&keyturn, cove.id, "task", task).await;
    let actions: Vec<_> = entries.iter().map(|(action, ..)| action.as_str()).collect();
    let expected = ["task.create", "task.comment", "task.comment", "task.comment-edit", "task.comment-remove"];
    assert_eq!(actions, expected);
    assert_eq!(entries[3].1["text"], "Maya is home\nuntil noon. <b>Call first</b>");

    // Deleting the task deletes its comments.
    let _ = avery.delete(&format!("/api/tasks/{task}")).await.expect(204);
    let _ = priya.get(&path).await.expect(404);
    let mut superuser = keyturn.superuser().await;
    let kept = sqlx::query_scalar::<_, i64>("select count(*) from task_comment where task_id = $1").bind(task);
    assert_eq!(kept.fetch_one(&mut superuser).await.unwrap(), 0);
}

/// Too long, empty, or too many comments are refused with a message.
#[tokio::test]
async fn invalid_comments_are_refused() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let made = avery.post("/api/tasks", json!({"title": "Order the appraisal"})).await.expect(201);
    let (task, path) = (made.at("/id"), format!("/api/tasks/{}/comments", made.at("/id")));
    for (text, sentence) in
        [(" \n ".to_owned(), "Write a comment"), ("x".repeat(2_001), "A comment has at most 2000 characters")]
    {
        let refused = avery.post(&path, json!({"text": text})).await.expect(422);
        assert_eq!(refused.at("/fields/text"), sentence);
    }
    let _ = avery.post(&path, json!({"text": "é".repeat(2_000)})).await.expect(201);
    let _ = avery.post(&path, json!({"text": "Hi", "authorId": 1})).await.expect(422);
    let mut superuser = keyturn.superuser().await;
    let many = "insert into task_comment (company_id, task_id, author_id, text)
                select company_id, task_id, author_id, 'Again' from task_comment, generate_series(1, 499) where task_id = $1";
    sqlx::query(many).bind(task.as_i64().unwrap()).execute(&mut superuser).await.unwrap();
    let refused = avery.post(&path, json!({"text": "And one more"})).await.expect(422);
    assert!(refused.at("/fields/text").as_str().unwrap().starts_with("A task has at most 500 comments"));
    assert_eq!(texts(&avery, task.as_i64().unwrap()).await.len(), 500);
}
