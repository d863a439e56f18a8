//! Owners and subscriptions of demo companies.

use billing::Seed;
use lending::billing::{Payer, Period, State};
use platform::{GlobalTx, Result};
use serde::Deserialize;
use utoipa::ToSchema;

/// Billing of a test company.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = DemoBilling)]
pub struct Billed {
    /// Whether it is billed. Defaults to true.
    enabled: Option<bool>,
    /// Who pays: the company, each branch, or each user.
    payer: Payer,
    /// `STANDARD` or `PRO`.
    plan_id: Option<String>,
    period: Option<Period>,
    state: State,
    /// Days left of a trial or subscription, or days that a payment is overdue.
    days: Option<i32>,
    /// Has a card on file.
    has_card: Option<bool>,
}

const STANDARD: Seed<'static> = Seed {
    payer: Payer::COMPANY,
    owner: 0,
    plan_id: "STANDARD",
    period: Period::MONTH,
    state: State::ACTIVE,
    days: 20,
    has_card: true,
    seats: None,
};

/// Typical billing: the company has a standard plan; one branch and one officer pay for themselves.
pub(super) async fn as_usual(tx: &mut GlobalTx, company: i64) -> Result<()> {
    let alone = sqlx::query_scalar!(
        "select m.user_id
         from membership m
         join app_user u on u.id = m.user_id
         where m.company_id = $1 and m.org_unit_id = $1 and u.nmls_id is not null
         order by m.id
         limit 1",
        company
    )
    .fetch_optional(&mut **tx)
    .await?;
    if let Some(user) = alone {
        billing::set_self_payer(tx, company, user, true).await?;
        billing::seed(tx, company, &Seed { payer: Payer::SELF, owner: user, ..STANDARD }).await?;
    }
    let last = units(tx, company).await?.into_iter().skip(1).last();
    if let Some(branch) = last {
        pay_alone(tx, branch).await?;
        billing::seed(tx, company, &Seed { payer: Payer::BRANCH, owner: branch, ..STANDARD }).await?;
    }
    billing::seed(tx, company, &Seed { owner: company, ..STANDARD }).await
}

/// Billing where the company pays for all users.
pub(super) async fn company_pays(tx: &mut GlobalTx, company: i64, plan: &str, state: State, days: i32) -> Result<()> {
    own(tx, company).await?;
    let has_card = state != State::TRIAL;
    billing::seed(tx, company, &Seed { owner: company, plan_id: plan, state, days, has_card, ..STANDARD }).await
}

/// Billing requested by a test.
pub(super) async fn as_asked(tx: &mut GlobalTx, company: i64, asked: &Billed) -> Result<()> {
    if asked.enabled == Some(false) {
        return Ok(());
    }
    let wanted = Seed {
        payer: asked.payer,
        owner: company,
        plan_id: asked.plan_id.as_deref().unwrap_or(STANDARD.plan_id),
        period: asked.period.unwrap_or(STANDARD.period),
        state: asked.state,
        days: asked.days.unwrap_or(STANDARD.days),
        has_card: asked.has_card.unwrap_or(true),
        seats: None,
    };
    match asked.payer {
        Payer::COMPANY => billing::seed(tx, company, &wanted).await,
        Payer::BRANCH => {
            for branch in units(tx, company).await?.into_iter().skip(1) {
                pay_alone(tx, branch).await?;
                billing::seed(tx, company, &Seed { owner: branch, ..wanted }).await?;
            }
            billing::seed(tx, company, &Seed { owner: company, ..STANDARD }).await
        }
        Payer::SELF => {
            sqlx::query!("update org_unit set license_payer = 'SELF' where id = $1", company)
                .execute(&mut **tx)
                .await?;
            let users = sqlx::query_scalar!(
                "select distinct m.user_id
                 from membership m
                 join membership_role r on r.company_id = m.company_id and r.membership_id = m.id
                 where m.company_id = $1",
                company
            )
            .fetch_all(&mut **tx)
            .await?;
            for user in users {
                billing::seed(tx, company, &Seed { owner: user, ..wanted }).await?;
            }
            Ok(())
        }
    }
}

/// Makes the first company admin the owner of the company.
async fn own(tx: &mut GlobalTx, company: i64) -> Result<()> {
    let owner = sqlx::query_scalar!(
        "select m.user_id
         from membership m
         join membership_role r on r.company_id = m.company_id and r.membership_id = m.id
         where m.company_id = $1 and r.role = 'COMPANYADMIN'
         order by m.id
         limit 1",
        company
    )
    .fetch_optional(&mut **tx)
    .await?;
    orgs::set_owner(tx, company, owner).await
}

/// The company, followed by its branches.
async fn units(tx: &mut GlobalTx, company: i64) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar!("select id from org_unit where company_id = $1 order by id <> $1, id", company)
        .fetch_all(&mut **tx)
        .await?)
}

async fn pay_alone(tx: &mut GlobalTx, branch: i64) -> Result<()> {
    sqlx::query!("update org_unit set license_payer = 'BRANCH' where id = $1", branch).execute(&mut **tx).await?;
    Ok(())
}
