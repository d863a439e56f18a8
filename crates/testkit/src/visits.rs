//! A valid request for every route of the API. The cross-company walk sends them with another company's token, and the
//! two-company proof takes its requests from here.

use crate::{
    Client,
    officer::{lead, manual, membership, owner, upload},
};
use serde_json::{Value, json};
use sqlx::PgConnection;
use std::collections::BTreeMap;

/// IDs of a company that a route takes, and a valid body.
pub enum Visit {
    /// No IDs: public, or a plain read.
    NamesNothing,
    /// No IDs of a company: a valid request for the user or the active company.
    Own(fn() -> (String, Option<Value>)),
    /// IDs in path or query. The closure makes the request for the IDs of one company.
    Names(fn(&Ids) -> (String, Option<Value>)),
    /// In the provider's area, so all other users are refused regardless of the IDs.
    OfProvider(fn(&Ids) -> (String, Option<Value>)),
}

/// IDs of a company, or unknown IDs.
#[derive(Clone, Debug)]
pub struct Ids {
    /// A loan.
    pub loan: i64,
    /// A compliance event of the loan.
    pub act: i64,
    /// A lead.
    pub lead: i64,
    /// Another lead of the same person.
    pub other_lead: i64,
    /// Membership of a loan officer.
    pub officer: i64,
    /// A stage.
    pub stage: i64,
    /// An uploaded file.
    pub file: String,
    /// A borrower of the loan.
    pub borrower: String,
    /// A record in the borrower directory.
    pub person: i64,
    /// Another record in the borrower directory.
    pub relative: i64,
    /// A business contact.
    pub contact: i64,
    /// The contact's company.
    pub contact_company: i64,
    /// A task on the loan.
    pub task: i64,
    /// A comment on the task.
    pub task_comment: i64,
    /// An automation rule.
    pub rule: i64,
    /// A task template.
    pub task_template: i64,
    /// The company itself.
    pub company: i64,
    /// One of its branches.
    pub branch: i64,
    /// One of its users.
    pub user: i64,
    /// A second factor reset that waits for an administrator.
    pub reset: i64,
    /// An API key.
    pub api_key: i64,
    /// One of its lead sources.
    pub lead_source: i64,
    /// A license of one of its users.
    pub license: i64,
    /// Its contract with a processing company.
    pub contract: i64,
    /// A parsed file of leads.
    pub lead_import: i64,
    /// A view of the pipeline.
    pub view: i64,
    /// A batch of loan files.
    pub batch: String,
    /// A file of the batch.
    pub batch_item: String,
}

/// Branding for the company.
fn look() -> Value {
    json!({"appTitle": "Taken over", "assetPath": "/assets", "isRealtorPortalOldUrl": false})
}

/// A private view of the pipeline.
fn view(name: &str) -> Value {
    json!({"list": "loans", "name": name, "sharing": "PRIVATE", "content": {"orderBy": "amount"}})
}

impl Ids {
    /// Returns IDs that never existed.
    #[must_use]
    pub fn never_were() -> Self {
        Self {
            loan: 1,
            act: 999_999_999,
            lead: 1,
            other_lead: 2,
            officer: 999_999_999,
            stage: 999_999_999,
            file: "018f0000-0000-7000-8000-00000000dead".to_owned(),
            borrower: "018f0000-0000-7000-8000-00000000beef".to_owned(),
            person: 999_999_999,
            relative: 999_999_997,
            contact: 999_999_999,
            contact_company: 999_999_999,
            task: 999_999_999,
            task_comment: 999_999_999,
            company: 999_999_998,
            branch: 999_999_999,
            user: 999_999_999,
            reset: 999_999_999,
            api_key: 999_999_999,
            rule: 999_999_999,
            task_template: 999_999_999,
            lead_source: 999_999_999,
            license: 999_999_999,
            contract: 999_999_999,
            lead_import: 999_999_999,
            view: 999_999_999,
            batch: NEVER_WAS.to_owned(),
            batch_item: NEVER_WAS.to_owned(),
        }
    }
}

/// The query of a referral picker.
fn picked(name: &str) -> String {
    format!(
        "limit=10&offset=0&sort=ASC&customSearch=%7B%22searchFields%22:%5B%22firstName%22,%22lastName%22%5D,%22searchValue%22:%22{name}%22%7D"
    )
}

impl Ids {
    /// Creates records as a loan officer in the officer's branch, and returns their IDs and those of the company.
    pub async fn made_by(officer: &Client, company: i64) -> Self {
        let id = membership(officer).await;
        let made = officer.post("/api/loans", manual("Maya", "Ortiz", id)).await.expect(201);
        let loan = made.at("/id").as_i64().expect("an id");
        let application = officer.get(&format!("/api/loans/{loan}/application")).await.expect(200);
        let act = json!({"kind": "RateLock", "on": "2026-06-29"});
        let done = officer.post(&format!("/api/loans/{loan}/clock-acts"), act).await.expect(201);
        let asked = officer.post("/api/leads", lead("Maya", "Ortiz", &[owner(officer).await])).await.expect(201);
        let id_of = |answer: crate::Answer| answer.expect(201).at("/id").as_i64().expect("an id");
        let person = json!({"FirstName": "Tess", "LastName": "Calloway"});
        let employer = id_of(officer.post("/api/business-contact-companies", json!({"name": "Calloway Title"})).await);
        let templates = officer.get("/api/task-templates").await.expect(200);
        let category = officer.get("/api/contact-categories").await.expect(200).at("/0/id").clone();
        let contact = json!({"firstName": "Ira", "lastName": "Calloway", "category": category, "BusinessContactCompanyId": employer});
        let (batch, batch_item) = batch_of(officer, id).await;
        let leads =
            upload(officer, "leads.csv", b"First Name,Last Name,Email\nMaya,Ortiz,maya@ortiz.example\n".to_vec()).await;
        let task = id_of(officer.post("/api/tasks", json!({"title": "Call Maya Ortiz", "LoanId": loan})).await);
        let comments = format!("/api/tasks/{task}/comments");
        Self {
            person: id_of(officer.post("/api/borrowers", person.clone()).await),
            relative: id_of(officer.post("/api/borrowers", person).await),
            contact: id_of(officer.post("/api/business-contacts", contact).await),
            contact_company: employer,
            rule: Self::never_were().rule,
            task_template: templates.at("/rows/6/id").as_i64().unwrap_or_default(),
            task,
            task_comment: id_of(officer.post(&comments, json!({"text": "On Tuesday"})).await),
            loan,
            act: done.at("/acts/0/id").as_i64().expect("an id"),
            lead: asked.at("/id").as_i64().expect("an id"),
            other_lead: id_of(officer.post("/api/leads", lead("Maya", "Ortiz", &[owner(officer).await])).await),
            officer: id,
            stage: made.at("/stage/id").as_i64().expect("an id"),
            file: upload(officer, "a.xml", b"<MESSAGE/>".to_vec()).await,
            borrower: application.at("/application/borrowers/0/id").as_str().expect("an id").to_owned(),
            company,
            branch: made.at("/branch/id").as_i64().expect("an id"),
            user: officer.get("/api/users/me").await.expect(200).at("/activeUser/id").as_i64().expect("an id"),
            reset: Self::never_were().reset,
            api_key: Self::never_were().api_key,
            lead_source: officer.get("/api/lead-sources").await.expect(200).at("/0/id").as_i64().expect("an id"),
            license: Self::never_were().license,
            contract: Self::never_were().contract,
            lead_import: id_of(officer.post("/api/lead-imports", json!({"fileId": leads})).await),
            view: id_of(officer.post("/api/views", view("Mine")).await),
            batch,
            batch_item,
        }
    }

    /// Adds an API key of the officer.
    pub async fn with_api_key(mut self, superuser: &mut PgConnection) -> Self {
        self.api_key = api_key_of(self.officer, superuser).await;
        self
    }

    /// Adds a license of the officer, a pending second factor reset of the officer, and a contract with a processing
    /// company.
    pub async fn with_reset(mut self, superuser: &mut PgConnection) -> Self {
        self.license = license(superuser, self.company, self.user).await;
        self.contract = contract(superuser, self.company).await;
        self.reset = sqlx::query_scalar(
            "insert into second_factor_reset (company_id, user_id)
             select home_company_id, id
             from app_user
             where id = $1
             returning id",
        )
        .bind(self.user)
        .fetch_one(superuser)
        .await
        .expect("a reset");
        self
    }
}

/// A rule that creates a task from a template.
fn rule(name: &str, template: i64) -> Value {
    json!({
        "ruleName": name, "isActive": false, "trigger": {"kind": "CREATED"},
        "actions": [{"kind": "CREATE_TASKS", "templateIds": [template]}],
    })
}

/// A batch of the officer's loan files with one file.
async fn batch_of(officer: &Client, membership: i64) -> (String, String) {
    let body = json!({"importType": "MISMO_IMPORT", "data": {"LoanOfficerId": membership}});
    let made = officer.post("/api/bulk-imports", body).await.expect(201);
    let batch = made.at("/_id").as_str().expect("an id").to_owned();
    let file = upload(officer, "a.xml", b"<MESSAGE/>".to_vec()).await;
    let body = json!({"fileName": "a.xml", "filePath": format!("imports/{file}/a.xml")});
    let filled = officer.post(&format!("/api/bulk-imports/{batch}/items"), body).await.expect(200);
    let item = filled.at("/MismoImportBatchItems/0/_id").as_str().expect("an id").to_owned();
    (batch, item)
}

/// Creates an API key of a membership with an unknown secret.
pub async fn api_key_of(membership: i64, superuser: &mut PgConnection) -> i64 {
    sqlx::query_scalar(
        "insert into api_key (company_id, membership_id, name, prefix, secret_hash, scopes, created_by, expires_at)
         select company_id, id, 'Website', 'kt_live_0000', sha256(id::text::bytea), '{leads:write}', user_id,
                now() + interval '90 days'
         from membership
         where id = $1
         returning id",
    )
    .bind(membership)
    .fetch_one(superuser)
    .await
    .expect("a key")
}

/// Adds a license of a user.
///
/// # Panics
/// If the database refuses it.
pub async fn license(superuser: &mut PgConnection, company: i64, user: i64) -> i64 {
    sqlx::query_scalar("insert into license (company_id, user_id, state_code) values ($1, $2, 'CA') returning id")
        .bind(company)
        .bind(user)
        .fetch_one(superuser)
        .await
        .expect("a license")
}

/// Adds a contract with the demo processing company.
///
/// # Panics
/// If the database refuses it.
pub async fn contract(superuser: &mut PgConnection, company: i64) -> i64 {
    sqlx::query_scalar(
        "insert into processor_contract (company_id, processor_company_id)
         select $1, id
         from org_unit
         where slug = 'clearpath'
         on conflict (company_id, processor_company_id) do update
         set active = true, ended_at = null
         returning id",
    )
    .bind(company)
    .fetch_one(superuser)
    .await
    .expect("a contract")
}

/// An ID that doesn't exist.
const NEVER_WAS: &str = "018f0000-0000-7000-8000-00000000dead";

use Visit::{Names, NamesNothing, OfProvider, Own};

/// Requests by operation ID. The walk fails for routes that are missing here.
#[must_use]
pub fn visits() -> BTreeMap<&'static str, Visit> {
    BTreeMap::from([
        ("getHealth", NamesNothing),
        ("getReady", NamesNothing),
        ("getTheme", NamesNothing),
        ("getConfig", NamesNothing),
        ("followEvents", NamesNothing),
        ("openidConfiguration", NamesNothing),
        ("openidKeys", NamesNothing),
        ("openidAuthorize", NamesNothing),
        ("signIn", NamesNothing),
        ("signInSecondFactor", NamesNothing),
        ("openidToken", NamesNothing),
        ("openidUserinfo", NamesNothing),
        ("openidLogout", NamesNothing),
        ("programmaticLogin", NamesNothing),
        ("customLogin", NamesNothing),
        // A link's token is the permission; `access` tests that another token is not found.
        ("forgotPassword", NamesNothing),
        ("validateSetPasswordLink", NamesNothing),
        ("activateUser", NamesNothing),
        ("resetMfa", NamesNothing),
        ("confirmMfaReset", NamesNothing),
        ("createDemoCompany", NamesNothing),
        ("listAudit", Names(|ids| (format!("/api/audit?entity=loan&entityId={}", ids.loan), None))),
        // Its head repeats the filters; `audit` tests that another company's entries aren't in it.
        ("exportAudit", Own(|| ("/api/audit/export?action=loan.create".into(), None))),
        ("auditLookups", NamesNothing),
        ("getAuditVerification", NamesNothing),
        ("verifyAudit", Own(|| ("/api/audit/verification".into(), None))),
        ("logOut", Own(|| ("/api/auth/logout".into(), Some(json!({}))))),
        // Own logins only; `access` tests that those of others are not found.
        ("listLogins", NamesNothing),
        ("endLogin", Own(|| ("/api/auth/logins/018f0000-0000-7000-8000-00000000dead".into(), None))),
        ("endAllLogins", Own(|| ("/api/auth/logins".into(), None))),
        ("touchSession", Own(|| ("/api/session/touch".into(), None))),
        (
            "changePassword",
            Own(|| {
                let body = json!({"currentPassword": "not this one", "newPassword": "A-Quiet-Harbor-2026!"});
                ("/api/auth/password".into(), Some(body))
            }),
        ),
        ("getSecondFactor", NamesNothing),
        (
            "createRecoveryCodes",
            Own(|| ("/api/auth/second-factor/recovery-codes".into(), Some(json!({"code": "000000"})))),
        ),
        ("impersonateUser", OfProvider(|ids| (format!("/api/org-admin/users/{}/impersonate", ids.officer), None))),
        ("searchAcross", OfProvider(|_| ("/api/org-admin/search?searchOption=user&searchValue=stone".into(), None))),
        ("listCompanies", OfProvider(|_| ("/api/org-admin/org-units".into(), None))),
        (
            "createCompany",
            OfProvider(|_| {
                let admin = json!({"firstName": "Ada", "lastName": "Cole", "email": "ada.cole@lake.example"});
                let company = json!({
                    "type": "BROKER", "name": "Lake Lending", "slug": "lake", "stateCode": "MI", "timeZone": "America/New_York",
                    "host": "lake.localhost", "admin": admin,
                });
                ("/api/org-admin/org-units".into(), Some(company))
            }),
        ),
        ("getCompany", OfProvider(|_| ("/api/org-admin/org-units/2".into(), None))),
        ("changeCompany", OfProvider(|_| ("/api/org-admin/org-units/2".into(), Some(json!({"state": "SUSPENDED"}))))),
        ("listCompanyPeople", OfProvider(|_| ("/api/org-admin/org-units/2/users".into(), None))),
        ("listDomains", OfProvider(|_| ("/api/org-admin/org-units/2/domains".into(), None))),
        ("putDomains", OfProvider(|_| ("/api/org-admin/org-units/2/domains".into(), Some(json!([]))))),
        ("getBranding", OfProvider(|_| ("/api/org-admin/org-units/2/theme".into(), None))),
        ("putBranding", OfProvider(|_| ("/api/org-admin/org-units/2/theme".into(), Some(look())))),
        ("uploadLogo", OfProvider(|_| ("/api/org-admin/org-units/2/logos".into(), None))),
        ("getJobs", OfProvider(|_| ("/api/org-admin/jobs".into(), None))),
        ("retryJobs", OfProvider(|_| ("/api/org-admin/job-retries".into(), Some(json!({"kind": "sweep"}))))),
        // Without impersonation, this changes nothing.
        ("endImpersonation", Own(|| ("/api/org-admin/impersonation".into(), None))),
        ("getStartup", NamesNothing),
        ("getMe", NamesNothing),
        ("changeMe", Own(|| ("/api/users/me".into(), Some(json!({"phone": "4155550132"}))))),
        // An invalid photo is reported to users who may set one.
        ("putMyPhoto", Own(|| ("/api/users/me/photo".into(), None))),
        ("deleteMyPhoto", Own(|| ("/api/users/me/photo".into(), None))),
        // An unguessable URL is the permission.
        ("getPhoto", NamesNothing),
        ("getMyPermissions", NamesNothing),
        ("getMyConfig", NamesNothing),
        ("getMyNotifications", NamesNothing),
        ("changeMyNotifications", Own(|| ("/api/users/me/notifications".into(), Some(json!({"LOAN_TEAM": false}))))),
        ("changeMyConfig", Own(|| ("/api/users/me/config".into(), Some(json!({"spanishInd": true}))))),
        ("getMyPortals", NamesNothing),
        (
            "changeMyPortals",
            Own(|| ("/api/users/me/portals".into(), Some(json!({"realtorPortalUrl": "https://agents.example.com"})))),
        ),
        ("getHeaderTabs", NamesNothing),
        ("setHeaderTabs", Own(|| ("/api/settings/header-tabs/ORIGINATOR".into(), Some(json!({"tabs": []}))))),
        ("getRolePermissions", NamesNothing),
        (
            "setRolePermission",
            Own(|| {
                let body = json!({"role": "ASSISTANT", "permission": "LOAN_CREATE", "allowed": false});
                ("/api/settings/role-permissions".into(), Some(body))
            }),
        ),
        ("getLookupData", NamesNothing),
        ("getLookups", NamesNothing),
        ("getPricingLookups", NamesNothing),
        ("createUploadUrl", Own(|| ("/api/files/upload-url".into(), Some(json!({"fileName": "a.xml"}))))),
        // A signed URL is the permission; `imports` tests that an altered one is refused.
        ("putFile", NamesNothing),
        // The same for tokens of download links; `files` tests them.
        ("downloadFile", NamesNothing),
        ("getNotePicture", NamesNothing),
        ("createDownloadUrl", Names(|ids| (format!("/api/files/{}/download-url", ids.file), None))),
        (
            "postAuthenticateRocket",
            Own(|| {
                let body = json!({"code": "x", "callbackUrl": "http://localhost/partner/rocket/auth/callback"});
                ("/api/lender-integrations/rocket/post-authenticate".into(), Some(body))
            }),
        ),
        // Own keys, and the company's for their managers; `api_keys` tests that others are not found.
        ("listApiKeys", NamesNothing),
        (
            "createApiKey",
            Own(|| {
                let body = json!({"name": "Website", "owner": "SELF", "scopes": ["leads:write"]});
                ("/api/api-keys".into(), Some(body))
            }),
        ),
        ("revokeApiKey", Names(|ids| (format!("/api/api-keys/{}", ids.api_key), None))),
        // The key of the request.
        ("getOwnApiKey", NamesNothing),
        // The own mailbox, which isn't connected at first.
        ("getEmailIntegration", NamesNothing),
        (
            "authorizeEmail",
            Own(|| {
                let body = json!({"provider": "sandbox"});
                ("/api/users/me/email-integration/authorization".into(), Some(body))
            }),
        ),
        (
            "connectEmail",
            Own(|| {
                let body = json!({"provider": "sandbox", "code": "x", "state": "x"});
                ("/api/users/me/email-integration".into(), Some(body))
            }),
        ),
        ("disconnectEmail", Own(|| ("/api/users/me/email-integration".into(), None))),
        ("consentSandboxMail", NamesNothing),
        ("listLenderIntegrations", NamesNothing),
        ("listIntegratedLenders", NamesNothing),
        ("listAnnouncements", NamesNothing),
        ("listContexts", NamesNothing),
        ("authorizeRocket", Own(|| ("/api/lender-integrations/rocket/authorization".into(), None))),
        ("importFnma", NamesNothing),
        ("importBorrowers", NamesNothing),
        (
            "findBorrowerMatches",
            Names(|_| ("/api/borrowers/matches?Email=maya.ortiz%40example.com&LoanOnly=true".into(), None)),
        ),
        (
            "findKnownPeople",
            Names(|_| {
                let body = json!({"FirstName": "Lorraine", "LastName": "Delgado", "Email": "maya.ortiz@example.com"});
                ("/api/people/matches".into(), Some(body))
            }),
        ),
        (
            "askForAccess",
            Names(|_| {
                let typed = json!({"FirstName": "Lorraine", "LastName": "Delgado"});
                let body = json!({"typed": typed, "kind": "loan", "createdOn": "2026-01-01T00:00:00Z"});
                ("/api/people/matches/access".into(), Some(body))
            }),
        ),
        ("listBorrowers", Names(|_| ("/api/borrowers?string=calloway".into(), None))),
        (
            "createBorrower",
            Names(|ids| {
                let body = json!({"FirstName": "Nell", "LastName": "Marlow", "ownerId": ids.officer});
                ("/api/borrowers".into(), Some(body))
            }),
        ),
        ("getBorrower", Names(|ids| (format!("/api/borrowers/{}", ids.person), None))),
        ("editBorrower", Names(|ids| (format!("/api/borrowers/{}", ids.person), Some(json!({"LastName": "Taken"}))))),
        ("getBorrowerTimeline", Names(|ids| (format!("/api/borrowers/{}/timeline", ids.person), None))),
        (
            "putRelative",
            Names(|ids| {
                let path = format!("/api/borrowers/{}/relatives/{}", ids.person, ids.relative);
                (path, Some(json!({"relation": "SPOUSE"})))
            }),
        ),
        ("removeRelative", Names(|ids| (format!("/api/borrowers/{}/relatives/{}", ids.person, ids.relative), None))),
        (
            "previewBorrowerMerge",
            Names(|ids| (format!("/api/borrower-merges/preview?ids={},{}", ids.person, ids.relative), None)),
        ),
        (
            "mergeBorrowers",
            Names(|ids| {
                let body = json!({"survivorId": ids.person, "ids": [ids.person, ids.relative]});
                ("/api/borrower-merges".into(), Some(body))
            }),
        ),
        ("undoBorrowerMerge", Own(|| ("/api/borrower-merges/999999999/undo".into(), Some(json!({}))))),
        (
            "previewLeadMerge",
            Names(|ids| (format!("/api/lead-merges/preview?ids={},{}", ids.lead, ids.other_lead), None)),
        ),
        (
            "mergeLeads",
            Names(|ids| {
                let body = json!({"keptId": ids.lead, "ids": [ids.lead, ids.other_lead]});
                ("/api/lead-merges".into(), Some(body))
            }),
        ),
        ("undoLeadMerge", Own(|| ("/api/lead-merges/999999999/undo".into(), Some(json!({}))))),
        ("listDuplicates", NamesNothing),
        ("dismissDuplicate", Own(|| ("/api/duplicates/999999999/dismissal".into(), Some(json!({}))))),
        ("lookUpFamilyContacts", Names(|_| (format!("/api/lookups/family-contacts?{}", picked("calloway")), None))),
        ("listBusinessContacts", Names(|_| ("/api/business-contacts?string=calloway".into(), None))),
        (
            "createBusinessContact",
            Names(|ids| {
                let body = json!({
                    "firstName": "Nell", "lastName": "Marlow", "category": 999_999_999,
                    "BusinessContactCompanyId": ids.contact_company, "ownerId": ids.officer,
                });
                ("/api/business-contacts".into(), Some(body))
            }),
        ),
        ("getBusinessContact", Names(|ids| (format!("/api/business-contacts/{}", ids.contact), None))),
        (
            "editBusinessContact",
            Names(|ids| (format!("/api/business-contacts/{}", ids.contact), Some(json!({"lastName": "Taken"})))),
        ),
        ("removeBusinessContact", Names(|ids| (format!("/api/business-contacts/{}", ids.contact), None))),
        ("listContactCompanies", Names(|_| ("/api/business-contact-companies?string=calloway".into(), None))),
        (
            "createContactCompany",
            Own(|| ("/api/business-contact-companies".into(), Some(json!({"name": "Marlow Escrow"})))),
        ),
        (
            "editContactCompany",
            Names(|ids| {
                let path = format!("/api/business-contact-companies/{}", ids.contact_company);
                (path, Some(json!({"name": "Taken over"})))
            }),
        ),
        ("listContactCategories", NamesNothing),
        ("lookUpBusinessContacts", Names(|_| (format!("/api/lookups/business-contacts?{}", picked("calloway")), None))),
        ("countTodo", NamesNothing),
        ("listTasks", Names(|ids| (format!("/api/tasks?LoanId={}", ids.loan), None))),
        (
            "createTask",
            Names(|ids| {
                let body = json!({"title": "Call them", "LoanId": ids.loan, "assigneeId": ids.officer});
                ("/api/tasks".into(), Some(body))
            }),
        ),
        ("listTaskDays", Names(|_| ("/api/tasks/calendar?from=2026-11-01&until=2026-11-30".into(), None))),
        ("listTaskComments", Names(|ids| (format!("/api/tasks/{}/comments", ids.task), None))),
        (
            "addTaskComment",
            Names(|ids| (format!("/api/tasks/{}/comments", ids.task), Some(json!({"text": "On its way"})))),
        ),
        (
            "editTaskComment",
            Names(|ids| (format!("/api/task-comments/{}", ids.task_comment), Some(json!({"text": "Taken"})))),
        ),
        ("removeTaskComment", Names(|ids| (format!("/api/task-comments/{}", ids.task_comment), None))),
        ("listTasksByRules", Names(|ids| (format!("/api/tasks/{}/automation", ids.task), None))),
        ("listAutomationRules", NamesNothing),
        (
            "createAutomationRule",
            Names(|ids| ("/api/automation-rules".into(), Some(rule("When a loan is made", ids.task_template)))),
        ),
        (
            "editAutomationRule",
            Names(|ids| {
                let path = format!("/api/automation-rules/{}", ids.rule);
                (path, Some(rule("Taken", ids.task_template)))
            }),
        ),
        ("removeAutomationRule", Names(|ids| (format!("/api/automation-rules/{}", ids.rule), None))),
        (
            "switchAutomationRule",
            Names(|ids| (format!("/api/automation-rules/{}/branch", ids.rule), Some(json!({"isOff": true})))),
        ),
        ("startRuleDryRun", Names(|ids| (format!("/api/automation-rules/{}/dry-run", ids.rule), Some(json!({}))))),
        ("getRuleDryRun", Names(|ids| (format!("/api/automation-rules/{}/dry-run", ids.rule), None))),
        ("listRuleLog", Names(|ids| (format!("/api/automation-rules/{}/log", ids.rule), None))),
        ("listRuleRuns", Names(|ids| (format!("/api/loans/{}/automation", ids.loan), None))),
        ("listAutomationRuleVersions", Names(|ids| (format!("/api/automation-rules/{}/versions", ids.rule), None))),
        ("listTaskTemplates", NamesNothing),
        (
            "createTaskTemplate",
            Own(|| ("/api/task-templates".into(), Some(json!({"about": "LOAN", "title": "Call the title company"})))),
        ),
        (
            "editTaskTemplate",
            Names(|ids| {
                let body = json!({"about": "LOAN", "title": "Taken"});
                (format!("/api/task-templates/{}", ids.task_template), Some(body))
            }),
        ),
        ("removeTaskTemplate", Names(|ids| (format!("/api/task-templates/{}", ids.task_template), None))),
        (
            "createTasksFromTemplates",
            Names(|ids| {
                let body = json!({"templateIds": [ids.task_template], "LoanId": ids.loan});
                ("/api/tasks/from-templates".into(), Some(body))
            }),
        ),
        ("getTask", Names(|ids| (format!("/api/tasks/{}", ids.task), None))),
        ("editTask", Names(|ids| (format!("/api/tasks/{}", ids.task), Some(json!({"title": "Taken"}))))),
        ("removeTask", Names(|ids| (format!("/api/tasks/{}", ids.task), None))),
        ("listLoanOfficers", NamesNothing),
        (
            "setLender",
            Names(|ids| {
                let body = json!({"from": 999_999_999, "lenderId": null});
                (format!("/api/loans/{}/lender", ids.loan), Some(body))
            }),
        ),
        ("getCallReport", Own(|| ("/api/reports/call?from=2026-10-01&to=2026-12-31".into(), None))),
        ("getStateReport", Own(|| ("/api/reports/state?from=2026-01-01&to=2026-12-31".into(), None))),
        ("getRevenueReport", Own(|| ("/api/reports/revenue?from=2026-01-01&to=2026-12-31".into(), None))),
        ("getRateAlertLoans", Own(|| ("/api/rate-alerts/loans".into(), None))),
        ("getDeadlineReport", Own(|| ("/api/reports/deadlines?from=2026-01-01&to=2026-12-31&by=Rule".into(), None))),
        (
            "listReportedDeadlines",
            Own(|| {
                let asked = "from=2026-01-01&to=2026-12-31&by=Rule&key=LoanEstimate&outcome=Missed";
                (format!("/api/reports/deadlines/loans?{asked}"), None)
            }),
        ),
        ("listViews", Own(|| ("/api/views?list=loans".into(), None))),
        ("createView", Own(|| ("/api/views".into(), Some(view("Taken over"))))),
        ("editView", Names(|ids| (format!("/api/views/{}", ids.view), Some(view("Taken over"))))),
        ("removeView", Names(|ids| (format!("/api/views/{}", ids.view), None))),
        ("searchEverything", Own(|| ("/api/search?string=customer".into(), None))),
        (
            "searchUsersFlat",
            Names(|ids| (format!("/api/users/search/flat?string=stone&loanOfficerId={}", ids.officer), None)),
        ),
        ("searchUsers", Names(|_| ("/api/users/search?string=stone&limit=10&offset=0".into(), None))),
        (
            "createLead",
            Names(|ids| {
                let owner = json!({"WizeUserId": ids.user, "WizeOrgUnitId": ids.branch, "isPrimary": true});
                ("/api/leads".into(), Some(lead("Maya", "Ortiz", &[owner])))
            }),
        ),
        (
            "checkLead",
            Names(|ids| {
                let body = json!({
                    "LeadUsers": [{"WizeUserId": ids.user, "WizeOrgUnitId": ids.branch, "isPrimary": true}],
                    "LeadContacts": [{"firstName": "Lorraine", "lastName": "Delgado", "isPrimary": true}],
                });
                ("/api/leads/check".into(), Some(body))
            }),
        ),
        ("getLeadConfig", NamesNothing),
        ("listLeads", Names(|ids| (format!("/api/leads?assigneeType=USER&assigneeId={}", ids.officer), None))),
        ("editLead", Names(|ids| (format!("/api/leads/{}", ids.lead), Some(json!({"nextFollowUpOn": "2030-01-07"}))))),
        (
            "moveLead",
            Names(|ids| (format!("/api/leads/{}/status", ids.lead), Some(json!({"statusId": ids.lead_source})))),
        ),
        (
            "addLeadActivity",
            Names(|ids| {
                (format!("/api/leads/{}/activities", ids.lead), Some(json!({"kind": "CALL", "summary": "Called"})))
            }),
        ),
        (
            "addLeadNote",
            Names(|ids| (format!("/api/leads/{}/notes", ids.lead), Some(json!({"text": "Called", "type": "NOTE"})))),
        ),
        (
            "addLeadConsent",
            Names(|ids| {
                let body = json!({"kinds": ["CALL"], "isGiven": true, "source": "SPOKEN"});
                (format!("/api/leads/{}/consents", ids.lead), Some(body))
            }),
        ),
        ("getLeadOfLoan", Names(|ids| (format!("/api/loans/{}/lead", ids.loan), None))),
        ("convertLead", Names(|ids| (format!("/api/leads/{}/convert", ids.lead), Some(json!({}))))),
        ("returnLead", Names(|ids| (format!("/api/leads/{}/return", ids.lead), Some(json!({"wakeOn": "2030-03-04"}))))),
        (
            "changeLeads",
            Names(|ids| {
                let change = json!({"id": ids.lead, "version": 1, "statusId": ids.lead_source});
                ("/api/leads/bulk".into(), Some(json!({"changes": [change]})))
            }),
        ),
        ("listLeadArrivals", NamesNothing),
        // Arrivals are created through API keys; `lead_intake` tests who sees them.
        ("getLeadArrival", Names(|_| (format!("/api/lead-arrivals/{NEVER_WAS}"), None))),
        ("dropLeadArrival", Names(|_| (format!("/api/lead-arrivals/{NEVER_WAS}"), None))),
        (
            "takeInLeadArrival",
            Names(|ids| {
                let owner = json!({"WizeUserId": ids.user, "WizeOrgUnitId": ids.branch, "isPrimary": true});
                (format!("/api/lead-arrivals/{NEVER_WAS}/lead"), Some(lead("Maya", "Ortiz", &[owner])))
            }),
        ),
        (
            "linkLeadArrival",
            Names(|ids| (format!("/api/lead-arrivals/{NEVER_WAS}/link"), Some(json!({"leadId": ids.lead})))),
        ),
        ("listLeadAddresses", NamesNothing),
        ("createLeadAddress", Own(|| ("/api/lead-addresses".into(), Some(json!({"name": "Website form"}))))),
        ("removeLeadAddress", Names(|_| (format!("/api/lead-addresses/{NEVER_WAS}"), None))),
        ("testLeadAddress", Names(|_| (format!("/api/lead-addresses/{NEVER_WAS}/test"), Some(json!({"body": "{}"}))))),
        // The secret of an intake address is the permission; `lead_intake` tests that a wrong one is refused.
        ("postLeadForm", NamesNothing),
        ("listLeadImports", NamesNothing),
        ("readLeadImport", Own(|| ("/api/lead-imports".into(), Some(json!({"fileId": NEVER_WAS}))))),
        ("getLeadImport", Names(|ids| (format!("/api/lead-imports/{}", ids.lead_import), None))),
        (
            "startLeadImport",
            Names(|ids| {
                let body = json!({
                    "mapping": {"FIRST_NAME": 0, "LAST_NAME": 1, "EMAIL": 2},
                    "rule": "HOLD",
                    "owner": {"WizeUserId": ids.user, "WizeOrgUnitId": ids.branch, "isPrimary": true},
                    "purpose": "Purchase",
                });
                (format!("/api/lead-imports/{}/start", ids.lead_import), Some(body))
            }),
        ),
        ("undoLeadImport", Names(|ids| (format!("/api/lead-imports/{}/undo", ids.lead_import), None))),
        ("getRefusedLeads", Names(|ids| (format!("/api/lead-imports/{}/refused", ids.lead_import), None))),
        ("getLeadIntake", NamesNothing),
        (
            "changeLeadIntake",
            Own(|| ("/api/lead-intake".into(), Some(json!({"rule": "HOLD", "owner": null, "version": 0})))),
        ),
        ("findKnownPeopleOfLead", Names(|ids| (format!("/api/leads/{}/known", ids.lead), None))),
        ("getLeadTimeline", Names(|ids| (format!("/api/leads/{}/timeline", ids.lead), None))),
        ("getLead", Names(|ids| (format!("/api/leads/{}", ids.lead), None))),
        (
            "listLoans",
            Names(|ids| (format!("/api/loans?stage={}&assigneeType=USER&assigneeId={}", ids.stage, ids.officer), None)),
        ),
        ("getUnit", Names(|ids| (format!("/api/org-units/{}", ids.branch), None))),
        (
            "previewCalendar",
            Names(|ids| {
                let body = json!({"closedWeekdays": [3]});
                (format!("/api/org-units/{}/calendar-preview", ids.company), Some(body))
            }),
        ),
        (
            "editUnit",
            Names(|ids| (format!("/api/org-units/{}", ids.company), Some(json!({"displayName": "Taken over"})))),
        ),
        ("getOwnBranding", Names(|ids| (format!("/api/org-units/{}/theme", ids.company), None))),
        ("putOwnBranding", Names(|ids| (format!("/api/org-units/{}/theme", ids.company), Some(look())))),
        ("uploadOwnLogo", Names(|ids| (format!("/api/org-units/{}/logos", ids.company), None))),
        ("getBrandImage", NamesNothing),
        ("listBranches", Names(|ids| (format!("/api/org-units/{}/branches", ids.company), None))),
        (
            "createBranch",
            Names(|ids| (format!("/api/org-units/{}/branches", ids.company), Some(json!({"name": "Harborside"})))),
        ),
        ("suspendBranch", Names(|ids| (format!("/api/org-units/{}/suspension", ids.branch), Some(json!({}))))),
        ("reopenBranch", Names(|ids| (format!("/api/org-units/{}/suspension", ids.branch), None))),
        ("listUsers", Names(|ids| (format!("/api/org-units/{}/users?orgUnit={}", ids.company, ids.branch), None))),
        (
            "inviteUser",
            Names(|ids| {
                let body = json!({"email": "nora.quinn@example.com", "firstName": "Nora", "lastName": "Quinn",
                                  "roles": ["PROCESSOR"]});
                (format!("/api/org-units/{}/users", ids.branch), Some(body))
            }),
        ),
        ("getUser", Names(|ids| (format!("/api/users/{}", ids.user), None))),
        ("editUser", Names(|ids| (format!("/api/users/{}", ids.user), Some(json!({"firstName": "Someone"}))))),
        ("getOpenWork", Names(|ids| (format!("/api/users/{}/open-work", ids.user), None))),
        (
            "createMembership",
            Names(|ids| {
                let body = json!({"WizeOrgUnitId": ids.branch, "roles": ["PROCESSOR"]});
                (format!("/api/users/{}/user-org-units", ids.user), Some(body))
            }),
        ),
        (
            "editMembership",
            Names(|ids| (format!("/api/user-org-units/{}", ids.officer), Some(json!({"roles": ["PROCESSOR"]})))),
        ),
        ("resendInvitation", Names(|ids| (format!("/api/users/{}/invitation", ids.user), Some(json!({}))))),
        ("revokeInvitation", Names(|ids| (format!("/api/users/{}/invitation", ids.user), None))),
        (
            "deactivateUser",
            Names(|ids| (format!("/api/users/{}/deactivation", ids.user), Some(json!({"LoanOfficerId": ids.officer})))),
        ),
        ("reactivateUser", Names(|ids| (format!("/api/users/{}/deactivation", ids.user), None))),
        ("endUserLogins", Names(|ids| (format!("/api/users/{}/logins", ids.user), None))),
        ("listSecondFactorResets", NamesNothing),
        (
            "approveSecondFactorReset",
            Names(|ids| (format!("/api/second-factor-resets/{}/approval", ids.reset), Some(json!({})))),
        ),
        (
            "refuseSecondFactorReset",
            Names(|ids| (format!("/api/second-factor-resets/{}/refusal", ids.reset), Some(json!({})))),
        ),
        // The own payer only; `billing` tests who manages which.
        ("getBillingStatus", NamesNothing),
        ("listPlans", Own(|| ("/api/billing/plans?payer=COMPANY".into(), None))),
        ("getSubscription", Own(|| ("/api/billing/subscription?payer=COMPANY".into(), None))),
        ("listInvoices", Own(|| ("/api/billing/invoices?payer=COMPANY".into(), None))),
        (
            "subscribe",
            Own(|| {
                ("/api/billing/subscribe".into(), Some(json!({"planId": "PRO", "period": "MONTH", "payer": "COMPANY"})))
            }),
        ),
        (
            "upgrade",
            Own(|| {
                ("/api/billing/upgrade".into(), Some(json!({"planId": "PRO", "period": "MONTH", "payer": "COMPANY"})))
            }),
        ),
        (
            "confirmPayment",
            Own(|| {
                let body = json!({"payer": "COMPANY", "confirmation": "approved"});
                ("/api/billing/confirm".into(), Some(body))
            }),
        ),
        (
            "cancelSubscription",
            Own(|| ("/api/billing/cancel".into(), Some(json!({"payer": "COMPANY", "reason": "We close."})))),
        ),
        (
            "putPaymentMethod",
            Own(|| {
                let body = json!({"payer": "COMPANY", "paymentToken": "sandbox_pays_4242_203012"});
                ("/api/billing/payment-method".into(), Some(body))
            }),
        ),
        (
            "createSandboxCard",
            Own(|| {
                let body = json!({"number": "4242424242424242", "expires": "12/30", "securityCode": "123"});
                ("/api/billing/sandbox/cards".into(), Some(body))
            }),
        ),
        ("getList", Own(|| ("/api/lists/lead-sources".into(), None))),
        ("createListEntry", Own(|| ("/api/lists/lead-providers".into(), Some(json!({"name": "Harborview Leads"}))))),
        ("orderList", Own(|| ("/api/lists/lead-sources/order".into(), Some(json!({"from": [], "to": []}))))),
        (
            "editListEntry",
            Names(|ids| {
                (format!("/api/lists/lead-sources/{}", ids.lead_source), Some(json!({"name": "Somewhere else"})))
            }),
        ),
        ("removeListEntry", Names(|ids| (format!("/api/lists/lead-sources/{}", ids.lead_source), None))),
        ("listLeadSources", NamesNothing),
        ("listLeadProviders", NamesNothing),
        ("listLicenses", NamesNothing),
        ("getLicenseMatrix", NamesNothing),
        ("listMyLicenses", NamesNothing),
        ("createMyLicense", Own(|| ("/api/users/me/licenses".into(), Some(json!({"stateCode": "NV"}))))),
        (
            "editMyLicense",
            Names(|ids| (format!("/api/users/me/licenses/{}", ids.license), Some(json!({"number": "CA-1"})))),
        ),
        ("removeMyLicense", Names(|ids| (format!("/api/users/me/licenses/{}", ids.license), None))),
        (
            "createLicense",
            Names(|ids| ("/api/licenses".into(), Some(json!({"WizeUserId": ids.user, "stateCode": "CA"})))),
        ),
        ("editLicense", Names(|ids| (format!("/api/licenses/{}", ids.license), Some(json!({"number": "CA-1"}))))),
        ("removeLicense", Names(|ids| (format!("/api/licenses/{}", ids.license), None))),
        ("listUserLicenses", Names(|ids| (format!("/api/users/{}/licenses?includeExpired=true", ids.user), None))),
        ("listProcessorContracts", NamesNothing),
        ("engageProcessor", Own(|| ("/api/processor-contracts".into(), Some(json!({"nmlsId": "209001"}))))),
        ("endProcessorContract", Names(|ids| (format!("/api/processor-contracts/{}", ids.contract), None))),
        (
            "addContractProcessor",
            Names(|ids| {
                let body = json!({"email": "chris.doyle@clearpath.example", "WizeOrgUnitId": ids.branch});
                (format!("/api/processor-contracts/{}/processors", ids.contract), Some(body))
            }),
        ),
        ("listLoanTeams", NamesNothing),
        ("getLoanTeam", Names(|ids| (format!("/api/user-org-units/{}/loan-team", ids.officer), None))),
        ("setLoanTeam", Names(|ids| (format!("/api/user-org-units/{}/loan-team", ids.officer), Some(json!([]))))),
        ("listCompanyAdmins", Names(|ids| (format!("/api/org-units/{}/company-admins", ids.company), None))),
        ("putOwner", Names(|ids| (format!("/api/org-units/{}/owner", ids.company), Some(json!({"noOwnerInd": true}))))),
        ("getLoan", Names(|ids| (format!("/api/loans/{}", ids.loan), None))),
        ("getApplication", Names(|ids| (format!("/api/loans/{}/application", ids.loan), None))),
        (
            "patchApplication",
            Names(|ids| {
                (
                    format!("/api/loans/{}/application", ids.loan),
                    Some(json!([{"path": "loan/noteRate", "from": null, "to": "5.5"}])),
                )
            }),
        ),
        ("getLoanHistory", Names(|ids| (format!("/api/loans/{}/history", ids.loan), None))),
        (
            "restoreLoanField",
            Names(|ids| {
                let path = format!("borrowers/{}/firstName", ids.borrower);
                (format!("/api/loans/{}/history/1/restore", ids.loan), Some(json!({"path": path, "from": "Maya"})))
            }),
        ),
        ("getLoanRetention", Names(|ids| (format!("/api/loans/{}/retention", ids.loan), None))),
        (
            "setLegalHold",
            Names(|ids| (format!("/api/loans/{}/legal-hold", ids.loan), Some(json!({"reason": "Subpoena"})))),
        ),
        (
            "liftLegalHold",
            Names(|ids| (format!("/api/loans/{}/legal-hold/lift", ids.loan), Some(json!({"reason": "Case closed"})))),
        ),
        ("listDisposable", NamesNothing),
        ("listDisposals", NamesNothing),
        (
            "disposeLoans",
            Names(|ids| ("/api/disposals".into(), Some(json!({"loanIds": [ids.loan], "reason": "Terms are over"})))),
        ),
        ("getLoanAsOf", Names(|ids| (format!("/api/loans/{}/as-of?at=2026-11-01T00:00:00Z", ids.loan), None))),
        ("compareLoan", Names(|ids| (format!("/api/loans/{}/comparison?from=2026-11-01T00:00:00Z", ids.loan), None))),
        ("getLeadHistory", Names(|ids| (format!("/api/leads/{}/history", ids.lead), None))),
        ("getBusinessContactHistory", Names(|ids| (format!("/api/business-contacts/{}/history", ids.contact), None))),
        ("getBorrowerHistory", Names(|ids| (format!("/api/borrowers/{}/history", ids.person), None))),
        ("getUnitHistory", Names(|ids| (format!("/api/org-units/{}/history", ids.branch), None))),
        (
            "revealLoanValue",
            Names(|ids| {
                (
                    format!("/api/loans/{}/reveals", ids.loan),
                    Some(json!({"path": format!("borrowers/{}/taxpayerIdentifier", ids.borrower)})),
                )
            }),
        ),
        (
            "printForm1003",
            Names(|ids| (format!("/api/loans/{}/prints/form-1003", ids.loan), Some(json!({"fullSsn": false})))),
        ),
        ("getLoanClocks", Names(|ids| (format!("/api/loans/{}/clocks", ids.loan), None))),
        (
            "recordClockAct",
            Names(|ids| {
                (
                    format!("/api/loans/{}/clock-acts", ids.loan),
                    Some(json!({"kind": "LoanEstimate", "on": "2026-06-29", "manner": "Mail"})),
                )
            }),
        ),
        (
            "retractClockAct",
            Names(|ids| (format!("/api/clock-acts/{}/retract", ids.act), Some(json!({"reason": "Another loan"})))),
        ),
        (
            "planClosing",
            Names(|ids| {
                (
                    format!("/api/loans/{}/closing-date", ids.loan),
                    Some(json!({"from": null, "closingOn": "2027-01-15"})),
                )
            }),
        ),
        ("getDemographics", Names(|ids| (format!("/api/loans/{}/demographics", ids.loan), None))),
        ("putLoanPresence", Names(|ids| (format!("/api/loans/{}/presence", ids.loan), Some(json!({"section": "1a"}))))),
        ("lockLoan", Names(|ids| (format!("/api/loans/{}/lock", ids.loan), Some(json!({}))))),
        (
            "getStageTotals",
            Names(|ids| (format!("/api/loans/stage-totals?assigneeType=USER&assigneeId={}", ids.officer), None)),
        ),
        (
            "changeLoans",
            Names(|ids| {
                let body = json!({"loans": [{"id": ids.loan, "version": 1}], "LoanOfficerId": ids.officer});
                ("/api/loans/bulk".into(), Some(body))
            }),
        ),
        ("listLoanActs", NamesNothing),
        ("getLoanAct", Names(|ids| (format!("/api/loans/bulk/{}", ids.loan), None))),
        ("getMatchingLoans", Names(|ids| (format!("/api/loans/matching?stage={}", ids.stage), None))),
        ("undoLoanBulk", Names(|ids| (format!("/api/loans/bulk/{}/undo", ids.loan), Some(json!({}))))),
        (
            "getImportDifferences",
            Names(|ids| (format!("/api/loans/import-differences?fileId={}&loanId={}", ids.file, ids.loan), None)),
        ),
        (
            "settleDifference",
            Names(|ids| (format!("/api/loan-differences/{}/settle", ids.loan), Some(json!({"choice": "File"})))),
        ),
        ("getLoanCenter", Names(|ids| (format!("/api/loans/{}/center", ids.loan), None))),
        ("getLoanStages", Names(|ids| (format!("/api/loans/{}/stages", ids.loan), None))),
        (
            "moveLoan",
            Names(|ids| {
                (format!("/api/loans/{}/stage", ids.loan), Some(json!({"from": ids.stage, "stageId": ids.stage})))
            }),
        ),
        ("unlockLoan", Names(|ids| (format!("/api/loans/{}/lock", ids.loan), None))),
        ("createLoan", Names(|ids| ("/api/loans".into(), Some(manual("Maya", "Ortiz", ids.officer))))),
        (
            "changeLoanTeam",
            Names(|ids| {
                let officer = json!({"LoanRole": "ORIGINATOR", "WizeUserOrgUnitId": ids.officer});
                let body = json!([{"slot": "loanOfficer", "from": ids.officer, "to": officer}]);
                (format!("/api/loans/{}/team", ids.loan), Some(body))
            }),
        ),
        ("checkTeam", Names(|ids| ("/api/loans/check-team".into(), Some(json!({"LoanOfficerId": ids.officer}))))),
        (
            "createLoanFromFile",
            Names(|ids| {
                let mut payload = manual("Maya", "Ortiz", ids.officer);
                payload["fileId"] = json!(ids.file);
                ("/api/loans/from-file".into(), Some(payload))
            }),
        ),
        (
            "createLoanFromMismo",
            Names(|ids| {
                let mut payload = manual("Maya", "Ortiz", ids.officer);
                payload["fileId"] = json!(ids.file);
                payload["importType"] = json!("ACTIVE_LOAN");
                ("/api/loans/from-mismo".into(), Some(payload))
            }),
        ),
        ("getUnseenBulkImports", Own(|| ("/api/bulk-imports/unseen".into(), None))),
        ("markBulkImportSeen", Names(|ids| (format!("/api/bulk-imports/{}/seen", ids.batch), Some(json!({}))))),
        ("getLatestBulkImport", Own(|| ("/api/bulk-imports/latest".into(), None))),
        (
            "createBulkImport",
            Names(|ids| {
                let data = json!({"LoanOfficerId": ids.officer});
                ("/api/bulk-imports".into(), Some(json!({"importType": "MISMO_IMPORT", "data": data})))
            }),
        ),
        (
            "setBulkImportTeam",
            Names(|ids| (format!("/api/bulk-imports/{}/team", ids.batch), Some(json!({"LoanOfficerId": ids.officer})))),
        ),
        ("getBulkImport", Names(|ids| (format!("/api/bulk-imports/{}", ids.batch), None))),
        (
            "addBulkImportItem",
            Names(|ids| {
                let body = json!({"fileName": "a.xml", "filePath": format!("imports/{}/a.xml", ids.file)});
                (format!("/api/bulk-imports/{}/items", ids.batch), Some(body))
            }),
        ),
        (
            "removeBulkImportItem",
            Names(|ids| (format!("/api/bulk-imports/{}/items/{}", ids.batch, ids.batch_item), None)),
        ),
        ("startBulkImport", Names(|ids| (format!("/api/bulk-imports/{}/start", ids.batch), Some(json!({}))))),
        ("cancelBulkImport", Names(|ids| (format!("/api/bulk-imports/{}/cancel", ids.batch), Some(json!({}))))),
        ("retryBulkImport", Names(|ids| (format!("/api/bulk-imports/{}/retry", ids.batch), Some(json!({}))))),
        ("getFailedBulkImportFiles", Names(|ids| (format!("/api/bulk-imports/{}/failed", ids.batch), None))),
        (
            "importMismo",
            Names(|ids| {
                (
                    "/api/imports/mismo".into(),
                    Some(json!({"fileName": "a.xml", "filePath": format!("imports/{}/a.xml", ids.file)})),
                )
            }),
        ),
        (
            "importClosedLoan",
            Names(|ids| {
                (
                    "/api/imports/closed-loan".into(),
                    Some(json!({"fileName": "a.xml", "filePath": format!("imports/{}/a.xml", ids.file)})),
                )
            }),
        ),
    ])
}
