//! Harbor's business contacts, created by the same function as any other contact.

use access::Doors;
use contacts::NewContact;
use lending::access::Permission;
use platform::{App, Error, Result};

/// Owner, first and last name, employer, category, email and phone.
type Contact =
    (&'static str, &'static str, &'static str, &'static str, &'static str, Option<&'static str>, Option<&'static str>);

const CONTACTS: [Contact; 12] = [
    (
        "avery.stone",
        "Naomi",
        "Park",
        "Bayline Realty",
        "Buyer's Agent",
        Some("naomi@bayline.example"),
        Some("4155550141"),
    ),
    (
        "avery.stone",
        "Gilbert",
        "Ash",
        "Bayline Realty",
        "Listing Agent",
        Some("gil@bayline.example"),
        Some("4155550142"),
    ),
    (
        "avery.stone",
        "Simone",
        "Varga",
        "Golden Gate Title",
        "Title Company",
        Some("simone@ggtitle.example"),
        Some("4155550143"),
    ),
    ("avery.stone", "Otto", "Brandt", "Golden Gate Title", "Escrow or Settlement Agent", None, Some("4155550144")),
    // Has no employer. Pickers list such contacts under Other.
    ("avery.stone", "Lucia", "Moreno", "", "Home Inspector", Some("lucia.moreno@example.com"), None),
    (
        "avery.stone",
        "Franklin",
        "Dow",
        "Shoreline Insurance",
        "Homeowners Insurance Agent",
        Some("fdow@shoreline.example"),
        Some("4155550145"),
    ),
    (
        "priya.nguyen",
        "Ingrid",
        "Sørensen",
        "Fjord Homes",
        "Builder",
        Some("ingrid@fjordhomes.example"),
        Some("5105550146"),
    ),
    (
        "priya.nguyen",
        "Peter",
        "Novak",
        "Novak & Daughters CPA",
        "CPA or Tax Preparer",
        Some("peter@novakcpa.example"),
        None,
    ),
    (
        "beth.sullivan",
        "Joan",
        "Ellery",
        "Bayline Realty",
        "Buyer's Agent",
        Some("joan@bayline.example"),
        Some("4155550147"),
    ),
    // In the other branch.
    (
        "marcus.bell",
        "Wes",
        "Harding",
        "Front Range Appraisal",
        "Appraiser or AMC",
        Some("wes@frontrange.example"),
        Some("3035550148"),
    ),
    (
        "marcus.bell",
        "Alma",
        "Reed",
        "Mile High Realty",
        "Buyer's Agent",
        Some("alma@milehigh.example"),
        Some("3035550149"),
    ),
    (
        "nina.kowalski",
        "Daniel",
        "Cho",
        "Pacific Crest Wholesale",
        "Lender or Account Executive",
        Some("dcho@pacificcrest.example"),
        Some("4155550150"),
    ),
];

pub(super) async fn make_all(app: &App, doors: &Doors) -> Result<()> {
    for (keeper, first_name, last_name, employer, category, email, phone) in CONTACTS {
        let actor = access::actor_of(app, doors, &format!("{keeper}@harbor.example")).await?;
        let mut tx = actor.begin(app, Permission::ContactView).await?;
        let categories = contacts::categories(&mut tx).await?;
        let category = categories.into_iter().find(|known| known.name == category);
        let category = category.ok_or_else(|| Error::internal(std::io::Error::other("a category is missing")))?;
        let contact_company = match employer {
            "" => None,
            name => Some(contacts::make_company(&mut tx, name).await?),
        };
        let contact = NewContact {
            first_name: Some(first_name.to_owned()),
            last_name: Some(last_name.to_owned()),
            email: email.map(str::to_owned),
            phone: phone.map(str::to_owned),
            category: Some(category.id),
            contact_company,
            owner_id: None,
        };
        contacts::make(&mut tx, contact).await?;
        tx.commit().await?;
    }
    Ok(())
}
