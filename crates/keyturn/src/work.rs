//! Registry of background work: every feature's jobs, schedules and mail kinds.

use crate::{
    key_rings::{ResealFiles, ResealRows, RetireKey},
    sweep::Sweep,
    test_mail::TestMail,
};
use platform::jobs::{Every, Work};

#[must_use]
pub fn work() -> Work {
    let work = Work::new(|app, company| Box::pin(orgs::look(app, company)));
    let work = tasks::work(work);
    let work =
        borrowers::work(leads::work(loans::work(bulk_imports::work(billing::work(audit::work(access::work(work)))))));
    let work = work.job::<RetireKey>().job::<ResealRows>().job::<ResealFiles>();
    work.every::<Sweep>(Every::Hour { minute: 7 }).mail::<TestMail>()
}
