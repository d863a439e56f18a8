//! SQL for duplicate pairs of borrowers and leads.

use crate::{
    duplicates::{Counts, Key, Pair, STRENGTHS, Side},
    matching::RecordKind,
};
use platform::{Result, Tx};

/// Open pairs of one or all strengths, strongest first, after a cursor.
pub(crate) async fn pairs(
    tx: &mut Tx,
    kind: RecordKind,
    strength: Option<i16>,
    after: Option<Key>,
    limit: i64,
) -> Result<Vec<(Key, Pair)>> {
    // Extreme values stand for missing bounds.
    let (least, most) = strength.map_or((0, 2), |strength| (strength, strength));
    let (rank, score, id) = after.unwrap_or((i16::MAX, i32::MAX, i64::MAX));
    let rows = sqlx::query!(
        "select p.id, p.strength, p.score, p.agreed, a.id as \"one_id!\", a.first_name as \"one_first!\", a.last_name as \"one_last!\",
                a.email as one_email, a.phone as one_phone, am.name as one_owner, b.id as \"other_id!\",
                b.first_name as \"other_first!\", b.last_name as \"other_last!\", b.email as other_email, b.phone as other_phone,
                bm.name as other_owner
         from duplicate_pair p
         join person_record a on a.company_id = $1 and a.kind = $8 and a.id = p.one_id
         join person_record b on b.company_id = $1 and b.kind = $8 and b.id = p.other_id
         left join member am on am.company_id = $1 and am.membership_id = a.owner_id
         left join member bm on bm.company_id = $1 and bm.membership_id = b.owner_id
         where p.company_id = $1
           and p.kind = $8
           and p.dismissed_at is null
           and p.strength between $2 and $3
           and (p.strength, p.score, p.id) < ($4, $5, $6)
         order by p.strength desc, p.score desc, p.id desc
         limit $7",
        tx.company(),
        least,
        most,
        rank,
        score,
        id,
        limit,
        kind.as_str()
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| {
            let pair = Pair {
                id: row.id,
                strength: STRENGTHS[usize::from(row.strength.unsigned_abs()).min(2)],
                agreed: row.agreed,
                one: Side {
                    id: row.one_id,
                    first_name: row.one_first,
                    last_name: row.one_last,
                    email: row.one_email,
                    cell_phone: row.one_phone,
                    owner_name: row.one_owner,
                },
                other: Side {
                    id: row.other_id,
                    first_name: row.other_first,
                    last_name: row.other_last,
                    email: row.other_email,
                    cell_phone: row.other_phone,
                    owner_name: row.other_owner,
                },
            };
            ((row.strength, row.score, row.id), pair)
        })
        .collect())
}

/// Number of open pairs by strength, counted up to 1,000.
pub(crate) async fn counts(tx: &mut Tx, kind: RecordKind) -> Result<Counts> {
    let company = tx.company();
    let mut counts = [0; 3];
    for (rank, count) in (0_i16..).zip(&mut counts) {
        *count = sqlx::query_scalar!(
            "select count(*) as \"count!\"
             from (select
                   from duplicate_pair
                   where company_id = $1 and strength = $2 and kind = $3 and dismissed_at is null
                   limit 1000) p",
            company,
            rank,
            kind.as_str()
        )
        .fetch_one(&mut **tx)
        .await?;
    }
    let [possible, likely, certain] = counts;
    Ok(Counts { certain, likely, possible })
}

/// Kind of records of an open pair.
pub(crate) async fn kind_of(tx: &mut Tx, id: i64) -> Result<Option<RecordKind>> {
    let kind = sqlx::query_scalar!(
        "select kind from duplicate_pair where company_id = $1 and id = $2 and dismissed_at is null",
        tx.company(),
        id
    )
    .fetch_optional(&mut **tx)
    .await?;
    kind.as_deref().map(RecordKind::read).transpose()
}

/// Dismisses a pair and returns its records. `None` if there is no such pair.
pub(crate) async fn dismiss(tx: &mut Tx, id: i64) -> Result<Option<(i64, i64)>> {
    let row = sqlx::query!(
        "update duplicate_pair
         set dismissed_at = now(), dismissed_by = $3
         where company_id = $1
           and id = $2
           and dismissed_at is null
         returning one_id, other_id",
        tx.company(),
        id,
        tx.actor().user
    )
    .fetch_optional(&mut **tx)
    .await?;
    Ok(row.map(|row| (row.one_id, row.other_id)))
}
