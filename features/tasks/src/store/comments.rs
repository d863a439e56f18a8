//! SQL for comments on tasks.

use platform::{Result, Tx, db::Timestamp};

/// A comment as stored.
pub(crate) struct Comment {
    pub id: i64,
    pub task_id: i64,
    /// Membership of the author.
    pub author_id: i64,
    pub author_name: String,
    pub text: String,
    pub created_at: Timestamp,
    pub edited_at: Option<Timestamp>,
    pub deleted_at: Option<Timestamp>,
}

/// The comments on a task, oldest first.
pub(crate) async fn of_task(tx: &mut Tx, task: i64) -> Result<Vec<Comment>> {
    Ok(sqlx::query_as!(
        Comment,
        "select c.id, c.task_id, c.author_id, coalesce(m.name, '') as \"author_name!\", c.text,
                c.created_at as \"created_at: Timestamp\", c.edited_at as \"edited_at: Timestamp\",
                c.deleted_at as \"deleted_at: Timestamp\"
         from task_comment c
         left join member m on m.company_id = $1 and m.membership_id = c.author_id
         where c.company_id = $1
           and c.task_id = $2
         order by c.id",
        tx.company(),
        task
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// Finds a comment of the company, regardless of scope.
pub(crate) async fn one(tx: &mut Tx, id: i64) -> Result<Option<Comment>> {
    Ok(sqlx::query_as!(
        Comment,
        "select c.id, c.task_id, c.author_id, coalesce(m.name, '') as \"author_name!\", c.text,
                c.created_at as \"created_at: Timestamp\", c.edited_at as \"edited_at: Timestamp\",
                c.deleted_at as \"deleted_at: Timestamp\"
         from task_comment c
         left join member m on m.company_id = $1 and m.membership_id = c.author_id
         where c.company_id = $1
           and c.id = $2",
        tx.company(),
        id
    )
    .fetch_optional(&mut **tx)
    .await?)
}

/// Inserts a comment by the actor. `None` if the task has the maximum number.
pub(crate) async fn add(tx: &mut Tx, task: i64, text: &str, most: i64) -> Result<Option<i64>> {
    Ok(sqlx::query_scalar!(
        "insert into task_comment (company_id, task_id, author_id, text)
         select $1, $2, $3, $4
         where (select count(*) from task_comment where company_id = $1 and task_id = $2) < $5
         returning id",
        tx.company(),
        task,
        tx.actor().membership(),
        text,
        most
    )
    .fetch_optional(&mut **tx)
    .await?)
}

/// Updates the text of a comment.
pub(crate) async fn edit(tx: &mut Tx, id: i64, text: &str) -> Result<()> {
    sqlx::query!(
        "update task_comment
         set text = $3, edited_at = now()
         where company_id = $1
           and id = $2
           and deleted_at is null",
        tx.company(),
        id,
        text
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Deletes the text of a comment.
pub(crate) async fn remove(tx: &mut Tx, id: i64) -> Result<()> {
    sqlx::query!(
        "update task_comment
         set text = '', deleted_at = now()
         where company_id = $1
           and id = $2
           and deleted_at is null",
        tx.company(),
        id
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
