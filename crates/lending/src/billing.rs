//! Billing rules: who pays for whom, how a subscription changes state over time, which banner each user sees, and what
//! a change costs to the cent. Decision D15.

mod price;
mod seats;

pub use price::{Change, Prices, Quote, Running, anchor_of, next_start, price, quote};
pub use seats::{Need, Seated, Seats, seat};

use crate::words;
use jiff::{Span, civil::Date};

words! {
    /// Who pays for a user's seat.
    #[allow(clippy::upper_case_acronyms)]
    pub enum Payer {
        /// The company, for all its users.
        COMPANY,
        /// The branch, for its users.
        BRANCH,
        /// The user.
        SELF,
    }
}

words! {
    /// State of a subscription, named as in the specification.
    #[allow(non_camel_case_types)]
    pub enum State {
        /// No subscription.
        NONE,
        /// In a trial; nothing was paid yet.
        TRIAL,
        /// Paid.
        ACTIVE,
        /// A payment failed.
        PAST_DUE,
        /// Canceled by an administrator of the company or branch.
        ADMIN_CANCELLED,
        /// Canceled by a self-paying user.
        USER_CANCELLED,
    }
}

words! {
    /// Billing period.
    #[allow(clippy::upper_case_acronyms)]
    pub enum Period {
        /// One month.
        MONTH,
        /// One year.
        YEAR,
    }
}

words! {
    /// Type of a seat.
    #[allow(clippy::upper_case_acronyms)]
    pub enum SeatKind {
        /// Seat for a loan officer.
        LO,
        /// Seat for anyone else.
        SUPPORT,
    }
}

words! {
    /// Subject of the billing banner.
    #[allow(non_camel_case_types)]
    pub enum BannerKey {
        /// The trial is running.
        TRIAL,
        /// A payment failed.
        PAST_DUE,
        /// No valid subscription or seat.
        PENDING_LICENSE,
        /// Billing is blocked; only support can resolve it.
        INVALID_LICENSE_CONTACT_SUPPORT,
        /// The company's plan was canceled and can be renewed.
        CANCELED_COMPANY_PAID_SUB,
        /// The company has no plan.
        CANCELED_COMPANY_PAID_NOSUB,
        /// The user's own plan was canceled and can be renewed.
        CANCELED_SELF_PAID_SUB,
        /// The user has no plan.
        CANCELED_SELF_PAID_NOSUB,
        /// A loan officer uses a support seat.
        LO_ON_SUPPORT_SEAT,
    }
}

words! {
    /// Audience of the banner.
    #[allow(non_camel_case_types)]
    pub enum BannerMode {
        /// Users whose company or branch pays.
        company,
        /// Self-paying users.
        individual,
    }
}

/// Length of a trial in days.
pub const TRIAL_DAYS: i32 = 14;
/// Grace period in days after a failed payment, without restrictions.
pub const GRACE_DAYS: i32 = 14;
/// Days after the end of the paid period in which a canceled subscription can be renewed.
pub const RESUME_DAYS: i32 = 30;
/// Days after the first failed payment on which the payment is retried.
const TRY_AGAIN: [i32; 3] = [3, 7, 13];

/// The facts about a subscription that decide its service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Current state.
    pub state: State,
    /// Last day of the trial.
    pub trial_ends_on: Option<Date>,
    /// Last day of the paid period.
    pub period_ends_on: Option<Date>,
    /// Day of the first failed payment.
    pub past_due_on: Option<Date>,
    /// The payment provider has blocked this payer.
    pub is_blocked: bool,
}

/// Service that a subscription provides on a given day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Service {
    /// In the trial.
    Trial {
        /// Days left, including today.
        days: i32,
    },
    /// Paid.
    Paid,
    /// In the grace period after a failed payment.
    Grace {
        /// Days of grace left, including today.
        days: i32,
    },
    /// The grace period has ended without a payment.
    Expired,
    /// Canceled, but paid until a day that hasn't passed.
    Ending {
        /// Days left, including today.
        days: i32,
    },
    /// Canceled and no longer paid for, but can still be renewed.
    Ended,
    /// No subscription, or one that can't be renewed any more.
    Gone,
    /// Blocked by the payment provider.
    Blocked,
}

/// Days from `today` to `last`, including both. 0 if `last` has passed.
fn days_left(today: Date, last: Option<Date>) -> i32 {
    last.map_or(0, |last| days_between(today, last) + 1).max(0)
}

/// Days between two dates.
pub(crate) fn days_between(from: Date, to: Date) -> i32 {
    from.until(to).map_or(0, |span| span.get_days())
}

/// The date `days` days later.
#[must_use]
pub fn days_after(day: Date, days: i32) -> Date {
    day.saturating_add(Span::new().days(days))
}

impl Terms {
    /// The service on a day.
    #[must_use]
    pub fn service(&self, today: Date) -> Service {
        match self.state {
            State::NONE => Service::Gone,
            // A daily job ends the trial on the day after its last. Until the job has run, users keep their access.
            State::TRIAL => Service::Trial { days: days_left(today, self.trial_ends_on) },
            State::ACTIVE => Service::Paid,
            State::PAST_DUE if self.is_blocked => Service::Blocked,
            State::PAST_DUE => {
                let last = self.past_due_on.map(|day| days_after(day, GRACE_DAYS - 1));
                match days_left(today, last) {
                    0 => Service::Expired,
                    days => Service::Grace { days },
                }
            }
            State::ADMIN_CANCELLED | State::USER_CANCELLED => {
                let resumable = self.period_ends_on.map(|day| days_after(day, RESUME_DAYS));
                match (days_left(today, self.period_ends_on), days_left(today, resumable)) {
                    (0, 0) => Service::Gone,
                    (0, _) => Service::Ended,
                    (days, _) => Service::Ending { days },
                }
            }
        }
    }

    /// Whether to request a payment today: after the end of a trial or a paid period, and on retry days after a failed
    /// payment.
    #[must_use]
    pub fn is_payment_due(&self, today: Date) -> bool {
        let is_over = |last: Option<Date>| last.is_none_or(|last| last < today);
        match self.state {
            State::TRIAL => is_over(self.trial_ends_on),
            State::ACTIVE => is_over(self.period_ends_on),
            State::PAST_DUE => {
                !self.is_blocked
                    && self.past_due_on.is_some_and(|since| TRY_AGAIN.contains(&days_between(since, today)))
            }
            State::NONE | State::ADMIN_CANCELLED | State::USER_CANCELLED => false,
        }
    }

    /// First day of the period that a payment today covers. It follows the last paid day, unless the grace period has
    /// passed since then. In that case the user had no service in between and the period starts today.
    #[must_use]
    pub fn next_period_starts_on(&self, today: Date) -> Date {
        let last = match self.state {
            State::TRIAL => self.trial_ends_on,
            State::PAST_DUE => self.past_due_on.map(|day| days_after(day, -1)),
            _ => self.period_ends_on,
        };
        match last.map(|day| days_after(day, 1)) {
            Some(next) if days_between(next, today) < GRACE_DAYS => next,
            _ => today,
        }
    }
}

impl Service {
    /// Whether users are blocked from creating and finding records.
    #[must_use]
    pub fn is_restricted(self) -> bool {
        matches!(self, Service::Expired | Service::Ended | Service::Gone | Service::Blocked)
    }
}

/// The user's billing situation, which decides the banner and restrictions they see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Viewer {
    /// Who pays for the user.
    pub payer: Payer,
    /// The user can manage billing for their payer.
    pub manages: bool,
    /// The user has a seat or doesn't need one.
    pub is_seated: bool,
    /// Number of users of this payer who need a seat and have none.
    pub unseated: u32,
    /// Number of this payer's loan officers on support seats.
    pub officers_on_support_seats: u32,
}

/// The billing banner of the specification. The web provides the texts of its links.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Banner {
    /// Subject of the banner.
    pub key: BannerKey,
    /// State of the subscription.
    pub status: State,
    /// Days left, if the subject has a limit.
    pub days: Option<i32>,
    /// Text of the banner.
    pub text: String,
    /// Billing page for this user.
    pub billing_link: Option<&'static str>,
    /// Why a license is missing.
    pub pending_license: Option<String>,
    /// Audience of the banner.
    pub mode: BannerMode,
}

/// Path of the payer's billing page.
#[must_use]
pub fn billing_page(payer: Payer) -> &'static str {
    match payer {
        Payer::COMPANY | Payer::BRANCH => "/app/settings/billing",
        Payer::SELF => "/app/user/edit/billing",
    }
}

/// Whether a user is blocked from creating and finding records, because their payer's subscription gives no service or
/// has no seat for them.
#[must_use]
pub fn is_restricted(service: Service, viewer: &Viewer) -> bool {
    service.is_restricted() || !viewer.is_seated
}

/// The billing banner for a user, or `None` if nothing needs attention.
#[must_use]
pub fn banner(terms: Option<&Terms>, today: Date, viewer: &Viewer) -> Option<Banner> {
    let service = terms.map_or(Service::Gone, |terms| terms.service(today));
    let is_own = viewer.payer == Payer::SELF;
    let mode = if is_own { BannerMode::individual } else { BannerMode::company };
    let status = terms.map_or(State::NONE, |terms| terms.state);
    let make = |key, days, pending_license| Banner {
        key,
        status,
        days,
        text: text(key, mode, days),
        // A user whose company has no plan can pay for themselves.
        billing_link: match key {
            BannerKey::INVALID_LICENSE_CONTACT_SUPPORT | BannerKey::LO_ON_SUPPORT_SEAT => None,
            _ if viewer.manages => Some(billing_page(viewer.payer)),
            BannerKey::CANCELED_COMPANY_PAID_SUB | BannerKey::CANCELED_COMPANY_PAID_NOSUB => {
                Some(billing_page(Payer::SELF))
            }
            _ => None,
        },
        pending_license,
        mode,
    };
    let missing = terms.and_then(|terms| terms.past_due_on);
    let since = |day: Date| format!("A payment has been missing since {}.", day.strftime("%m/%d/%Y"));
    let unseated = match viewer.unseated {
        0 => None,
        1 => Some("1 person has no license.".to_owned()),
        many => Some(format!("{many} people have no license.")),
    };
    Some(match service {
        Service::Blocked => make(BannerKey::INVALID_LICENSE_CONTACT_SUPPORT, None, None),
        Service::Expired => make(BannerKey::PENDING_LICENSE, None, missing.map(since)),
        Service::Gone if is_own => make(BannerKey::CANCELED_SELF_PAID_NOSUB, None, None),
        Service::Gone => make(BannerKey::CANCELED_COMPANY_PAID_NOSUB, None, None),
        Service::Ended if is_own => make(BannerKey::CANCELED_SELF_PAID_SUB, None, None),
        Service::Ended => make(BannerKey::CANCELED_COMPANY_PAID_SUB, None, None),
        _ if !viewer.is_seated => make(BannerKey::PENDING_LICENSE, None, Some("You have no license.".to_owned())),
        Service::Ending { days } if is_own => make(BannerKey::CANCELED_SELF_PAID_SUB, Some(days), None),
        Service::Ending { days } => make(BannerKey::CANCELED_COMPANY_PAID_SUB, Some(days), None),
        Service::Grace { days } => make(BannerKey::PAST_DUE, Some(days), missing.map(since)),
        Service::Trial { days } => make(BannerKey::TRIAL, Some(days), None),
        Service::Paid if viewer.manages && unseated.is_some() => make(BannerKey::PENDING_LICENSE, None, unseated),
        Service::Paid if viewer.manages && viewer.officers_on_support_seats > 0 => {
            make(BannerKey::LO_ON_SUPPORT_SEAT, None, None)
        }
        Service::Paid => return None,
    })
}

/// Text of a banner (BANNER-03 to BANNER-12).
fn text(key: BannerKey, mode: BannerMode, days: Option<i32>) -> String {
    let days = days.unwrap_or_default();
    match key {
        BannerKey::TRIAL => match mode {
            BannerMode::individual => format!("You have {days} day(s) left in your trial."),
            BannerMode::company => format!("Your company has {days} day(s) left in its trial."),
        },
        BannerKey::PAST_DUE => {
            "There is an error with your payment method. Please submit or update your billing info.".to_owned()
        }
        BannerKey::PENDING_LICENSE => match mode {
            BannerMode::company => {
                "Your subscription is invalid or expired. Pay now, or manage users by making them self-paid or deactivating them."
                    .to_owned()
            }
            BannerMode::individual => "Your subscription is invalid or expired. Pay now.".to_owned(),
        },
        BannerKey::INVALID_LICENSE_CONTACT_SUPPORT => "Your license is invalid. Please contact support.".to_owned(),
        BannerKey::CANCELED_COMPANY_PAID_SUB => {
            "Your company-paid plan was cancelled. Pay for your subscription or contact your Company Admin about a company plan."
                .to_owned()
        }
        BannerKey::CANCELED_COMPANY_PAID_NOSUB => {
            "Your company has no active plan. Choose a plan or contact your Company Admin about a company plan.".to_owned()
        }
        BannerKey::CANCELED_SELF_PAID_SUB => {
            "Your plan was cancelled. Renew your subscription or contact your Company Admin about a company plan.".to_owned()
        }
        BannerKey::CANCELED_SELF_PAID_NOSUB => {
            "You have no active plan. Choose a plan or contact your Company Admin about a company plan.".to_owned()
        }
        BannerKey::LO_ON_SUPPORT_SEAT => {
            "Important update: a loan officer is using a support staff seat.".to_owned()
        }
    }
}

/// Who pays for the users of an org unit. A branch's own setting wins over the company's. Headquarters follow the
/// company's setting.
#[must_use]
pub fn payer_of_unit(is_branch: bool, unit: Payer, company: Payer) -> Payer {
    match (is_branch, unit, company) {
        (true, Payer::COMPANY, payer) | (true, payer, _) => payer,
        (false, _, Payer::SELF) => Payer::SELF,
        (false, ..) => Payer::COMPANY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    const TODAY: Date = date(2026, 11, 21);

    fn terms(state: State) -> Terms {
        Terms { state, trial_ends_on: None, period_ends_on: None, past_due_on: None, is_blocked: false }
    }

    fn admin() -> Viewer {
        Viewer { payer: Payer::COMPANY, manages: true, is_seated: true, unseated: 0, officers_on_support_seats: 0 }
    }

    fn officer() -> Viewer {
        Viewer { manages: false, ..admin() }
    }

    fn oneself() -> Viewer {
        Viewer { payer: Payer::SELF, ..admin() }
    }

    fn days(days: i32) -> Option<Date> {
        Some(days_after(TODAY, days))
    }

    #[test]
    fn a_trial_of_five_days_has_five_left_on_its_first_and_one_on_its_last() {
        let trial = Terms { trial_ends_on: days(4), ..terms(State::TRIAL) };
        assert_eq!(trial.service(TODAY), Service::Trial { days: 5 });
        assert_eq!(trial.service(days_after(TODAY, 4)), Service::Trial { days: 1 });
        assert!(!trial.is_payment_due(days_after(TODAY, 4)));
        assert!(trial.is_payment_due(days_after(TODAY, 5)));
        let told = banner(Some(&trial), TODAY, &admin()).unwrap();
        assert_eq!((told.key, told.days), (BannerKey::TRIAL, Some(5)));
        assert_eq!(told.text, "Your company has 5 day(s) left in its trial.");
        assert_eq!(told.billing_link, Some("/app/settings/billing"));
        assert_eq!(banner(Some(&trial), TODAY, &officer()).unwrap().billing_link, None);
        let own = banner(Some(&trial), TODAY, &oneself()).unwrap();
        assert_eq!(own.text, "You have 5 day(s) left in your trial.");
        assert_eq!(own.billing_link, Some("/app/user/edit/billing"));
    }

    #[test]
    fn a_missing_payment_changes_nothing_for_fourteen_days() {
        let due = |since| Terms { past_due_on: days(since), ..terms(State::PAST_DUE) };
        for (since, service, key, restricted) in [
            (0, Service::Grace { days: 14 }, BannerKey::PAST_DUE, false),
            (-13, Service::Grace { days: 1 }, BannerKey::PAST_DUE, false),
            (-14, Service::Expired, BannerKey::PENDING_LICENSE, true),
            (-400, Service::Expired, BannerKey::PENDING_LICENSE, true),
        ] {
            assert_eq!(due(since).service(TODAY), service, "{since}");
            assert_eq!(banner(Some(&due(since)), TODAY, &admin()).unwrap().key, key, "{since}");
            assert_eq!(is_restricted(due(since).service(TODAY), &admin()), restricted, "{since}");
        }
        let told = banner(Some(&due(-14)), TODAY, &admin()).unwrap();
        assert_eq!(told.pending_license.as_deref(), Some("A payment has been missing since 11/07/2026."));
        let tried: Vec<i32> = (0..30).filter(|day| due(0).is_payment_due(days_after(TODAY, *day))).collect();
        assert_eq!(tried, TRY_AGAIN);
    }

    #[test]
    fn a_canceled_plan_serves_until_its_last_paid_day_and_can_be_renewed_for_30_days() {
        for (ends, service, sub, restricted) in [
            (0, Service::Ending { days: 1 }, true, false),
            (-1, Service::Ended, true, true),
            (-30, Service::Ended, true, true),
            (-31, Service::Gone, false, true),
        ] {
            for state in [State::ADMIN_CANCELLED, State::USER_CANCELLED] {
                let cancelled = Terms { period_ends_on: days(ends), ..terms(state) };
                assert_eq!(cancelled.service(TODAY), service, "{ends}");
                assert_eq!(cancelled.service(TODAY).is_restricted(), restricted, "{ends}");
                assert!(!cancelled.is_payment_due(TODAY));
                let company = banner(Some(&cancelled), TODAY, &officer()).unwrap();
                let own = banner(Some(&cancelled), TODAY, &oneself()).unwrap();
                let expected = match sub {
                    true => (BannerKey::CANCELED_COMPANY_PAID_SUB, BannerKey::CANCELED_SELF_PAID_SUB),
                    false => (BannerKey::CANCELED_COMPANY_PAID_NOSUB, BannerKey::CANCELED_SELF_PAID_NOSUB),
                };
                assert_eq!((company.key, own.key), expected, "{ends}");
                // An officer whose company stopped paying can pay for themselves.
                assert_eq!(company.billing_link, Some("/app/user/edit/billing"));
                assert_eq!((company.mode, own.mode), (BannerMode::company, BannerMode::individual));
            }
        }
        // A canceled trial has no paid days left.
        assert_eq!(terms(State::ADMIN_CANCELLED).service(TODAY), Service::Gone);
    }

    #[test]
    fn without_a_subscription_users_are_restricted() {
        let company = banner(None, TODAY, &admin()).unwrap();
        assert_eq!(company.key, BannerKey::CANCELED_COMPANY_PAID_NOSUB);
        assert_eq!(company.status, State::NONE);
        assert_eq!(banner(None, TODAY, &oneself()).unwrap().key, BannerKey::CANCELED_SELF_PAID_NOSUB);
        assert!(is_restricted(terms(State::NONE).service(TODAY), &admin()));
    }

    #[test]
    fn a_payer_whom_the_provider_refuses_is_sent_to_support() {
        let blocked = Terms { past_due_on: days(0), is_blocked: true, ..terms(State::PAST_DUE) };
        let told = banner(Some(&blocked), TODAY, &admin()).unwrap();
        assert_eq!(told.key, BannerKey::INVALID_LICENSE_CONTACT_SUPPORT);
        assert_eq!(told.billing_link, None);
        assert!(blocked.service(TODAY).is_restricted());
        assert!(!blocked.is_payment_due(days_after(TODAY, TRY_AGAIN[0])));
    }

    #[test]
    fn only_the_user_without_a_seat_is_restricted() {
        let paid = terms(State::ACTIVE);
        let outside = Viewer { is_seated: false, unseated: 2, ..officer() };
        assert!(is_restricted(paid.service(TODAY), &outside));
        assert_eq!(banner(Some(&paid), TODAY, &outside).unwrap().key, BannerKey::PENDING_LICENSE);
        assert_eq!(banner(Some(&paid), TODAY, &Viewer { unseated: 2, ..officer() }), None);
        let told = banner(Some(&paid), TODAY, &Viewer { unseated: 2, ..admin() }).unwrap();
        assert_eq!(told.pending_license.as_deref(), Some("2 people have no license."));
        assert!(!is_restricted(paid.service(TODAY), &Viewer { unseated: 2, ..admin() }));
    }

    #[test]
    fn only_the_billing_manager_sees_the_banner_about_support_seats() {
        let paid = terms(State::ACTIVE);
        let told = banner(Some(&paid), TODAY, &Viewer { officers_on_support_seats: 1, ..admin() }).unwrap();
        assert_eq!(told.key, BannerKey::LO_ON_SUPPORT_SEAT);
        assert_eq!(banner(Some(&paid), TODAY, &Viewer { officers_on_support_seats: 1, ..officer() }), None);
        assert_eq!(banner(Some(&paid), TODAY, &admin()), None);
    }

    #[test]
    fn a_payment_covers_the_grace_period_and_a_later_payment_starts_today() {
        let ended = Terms { period_ends_on: days(-3), ..terms(State::ACTIVE) };
        assert_eq!(ended.next_period_starts_on(TODAY), days_after(TODAY, -2));
        let due = |since| Terms { past_due_on: days(since), ..terms(State::PAST_DUE) };
        assert_eq!(due(-13).next_period_starts_on(TODAY), days_after(TODAY, -13));
        assert_eq!(due(-14).next_period_starts_on(TODAY), TODAY);
        let trial = Terms { trial_ends_on: days(-1), ..terms(State::TRIAL) };
        assert_eq!(trial.next_period_starts_on(TODAY), TODAY);
    }

    #[test]
    fn a_branch_pays_where_it_or_its_company_says_so() {
        use Payer::{BRANCH, COMPANY, SELF};
        for (is_branch, unit, company, payer) in [
            (true, COMPANY, COMPANY, COMPANY),
            (true, BRANCH, COMPANY, BRANCH),
            (true, COMPANY, BRANCH, BRANCH),
            (true, COMPANY, SELF, SELF),
            (true, BRANCH, SELF, BRANCH),
            (true, SELF, COMPANY, SELF),
            (false, COMPANY, COMPANY, COMPANY),
            (false, BRANCH, BRANCH, COMPANY),
            (false, SELF, SELF, SELF),
        ] {
            assert_eq!(payer_of_unit(is_branch, unit, company), payer, "{is_branch} {unit} {company}");
        }
    }
}
