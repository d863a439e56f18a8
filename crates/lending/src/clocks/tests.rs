use super::{acts::*, *};
use crate::values::Rate;
use jiff::civil::date;

/// A calendar without Saturdays.
fn weekdays() -> BusinessCalendar {
    BusinessCalendar::default()
}

/// A loan without any known facts.
fn facts<'a>(calendar: &'a BusinessCalendar, acts: &'a [Act]) -> Facts<'a> {
    Facts {
        calendar,
        received_on: None,
        completed_on: None,
        approved_on: None,
        closing_on: None,
        ended: None,
        purpose: None,
        usage: None,
        acts,
    }
}

fn act(id: i64, kind: ActKind, on: Date) -> Act {
    Act { id, kind, on, manner: None, of: None, restarts: false }
}

fn mailed(id: i64, kind: ActKind, on: Date) -> Act {
    Act { manner: Some(Manner::Mail), ..act(id, kind, on) }
}

fn find(facts: &Facts<'_>, rule: ClockRule) -> Option<Clock> {
    clocks(facts).into_iter().find(|clock| clock.rule == rule)
}

fn due(facts: &Facts<'_>, rule: ClockRule) -> Option<Date> {
    find(facts, rule).and_then(|clock| clock.due_on())
}

fn state(facts: &Facts<'_>, rule: ClockRule) -> ClockState {
    find(facts, rule).map(|clock| clock.state).unwrap()
}

/// CLOCK-01, CLOCK-21
#[test]
fn the_loan_estimate_is_due_on_the_third_day_the_office_is_open() {
    let saturdays = BusinessCalendar { saturday_open: true, ..weekdays() };
    for (calendar, expected) in [(weekdays(), date(2026, 6, 24)), (saturdays, date(2026, 6, 23))] {
        let facts = Facts { received_on: Some(date(2026, 6, 18)), ..facts(&calendar, &[]) };
        assert_eq!(due(&facts, ClockRule::LoanEstimate), Some(expected));
        assert_eq!(due(&facts, ClockRule::CounselingList), Some(expected));
    }
}

/// CLOCK-04
#[test]
fn a_loan_can_close_seven_days_after_its_estimate() {
    let (calendar, acts) = (weekdays(), [mailed(1, ActKind::LoanEstimate, date(2026, 11, 5))]);
    assert_eq!(due(&facts(&calendar, &acts), ClockRule::EarliestClosing), Some(date(2026, 11, 14)));
}

/// CLOCK-05
#[test]
fn a_mailed_disclosure_is_received_on_the_third_day_unless_received_earlier() {
    let calendar = weekdays();
    let estimate = mailed(1, ActKind::LoanEstimate, date(2026, 7, 1));
    let presumed = [estimate.clone()];
    assert_eq!(received_on(&facts(&calendar, &presumed), &estimate), date(2026, 7, 6));
    let opened = [estimate.clone(), Act { of: Some(1), ..act(2, ActKind::Receipt, date(2026, 7, 2)) }];
    assert_eq!(received_on(&facts(&calendar, &opened), &estimate), date(2026, 7, 2));
    let met = ClockState::Met { on: date(2026, 7, 2), act: 2 };
    assert_eq!(state(&facts(&calendar, &opened), ClockRule::LoanEstimateReceipt), met);
    let by_hand = Act { manner: Some(Manner::InPerson), ..estimate };
    assert_eq!(received_on(&facts(&calendar, std::slice::from_ref(&by_hand)), &by_hand), date(2026, 7, 1));
}

/// A loan in progress with this planned closing date.
fn closing<'a>(calendar: &'a BusinessCalendar, acts: &'a [Act], on: Date) -> Facts<'a> {
    Facts { received_on: Some(date(2026, 11, 2)), closing_on: Some(on), ..facts(calendar, acts) }
}

/// CLOCK-06
#[test]
fn the_closing_disclosure_is_received_three_days_before_closing() {
    let calendar = weekdays();
    let facts = closing(&calendar, &[], date(2026, 11, 30));
    assert_eq!(due(&facts, ClockRule::ClosingDisclosure), Some(date(2026, 11, 25)));
    assert_eq!(due(&facts, ClockRule::ClosingDisclosureMailing), Some(date(2026, 11, 21)));
}

#[test]
fn a_revised_estimate_is_received_four_days_before_closing() {
    let (calendar, acts) = (weekdays(), [mailed(1, ActKind::LoanEstimate, date(2026, 11, 5))]);
    let facts = closing(&calendar, &acts, date(2026, 11, 30));
    assert_eq!(due(&facts, ClockRule::LastRevisedLoanEstimate), Some(date(2026, 11, 24)));
}

#[test]
fn no_revised_estimate_is_valid_after_the_closing_disclosure() {
    let calendar = weekdays();
    let acts = [
        mailed(1, ActKind::LoanEstimate, date(2026, 11, 5)),
        mailed(2, ActKind::ClosingDisclosure, date(2026, 11, 20)),
    ];
    let facts = facts(&calendar, &acts);
    let revised = |day| refusal(&facts, &mailed(3, ActKind::RevisedLoanEstimate, date(2026, 11, day)));
    assert_eq!(revised(19), None);
    assert!(revised(20).unwrap().contains("12 CFR 1026.19(e)(4)(ii)"));
    assert!(revised(21).is_some());
}

/// CLOCK-09
#[test]
fn a_rate_lock_requires_a_revised_estimate() {
    let calendar = weekdays();
    let acts = [mailed(1, ActKind::LoanEstimate, date(2026, 11, 2)), act(2, ActKind::RateLock, date(2026, 11, 6))];
    assert_eq!(due(&facts(&calendar, &acts), ClockRule::RevisedLoanEstimate), Some(date(2026, 11, 12)));
    let before = [act(2, ActKind::RateLock, date(2026, 10, 30)), acts[0].clone()];
    assert_eq!(find(&facts(&calendar, &before), ClockRule::RevisedLoanEstimate), None);
    let revised = mailed(3, ActKind::RevisedLoanEstimate, date(2026, 11, 13));
    let late = [acts[0].clone(), acts[1].clone(), revised];
    assert!(find(&facts(&calendar, &late), ClockRule::RevisedLoanEstimate).unwrap().is_late());
}

#[test]
fn each_changed_circumstance_has_its_own_deadline() {
    let calendar = weekdays();
    let acts = [
        mailed(1, ActKind::LoanEstimate, date(2026, 11, 2)),
        act(2, ActKind::ChangedCircumstance, date(2026, 11, 3)),
        act(3, ActKind::ChangedCircumstance, date(2026, 11, 4)),
        Act { of: Some(3), ..mailed(4, ActKind::RevisedLoanEstimate, date(2026, 11, 5)) },
    ];
    let clocks = clocks(&facts(&calendar, &acts));
    let revised: Vec<_> = clocks.iter().filter(|clock| clock.rule == ClockRule::RevisedLoanEstimate).collect();
    assert_eq!(revised[0].subject, Some(2));
    assert_eq!((revised[0].due_on(), &revised[0].state), (Some(date(2026, 11, 6)), &ClockState::Running));
    assert_eq!(revised[1].state, ClockState::Met { on: date(2026, 11, 5), act: 4 });
}

/// CLOCK-10
#[test]
fn an_estimates_terms_expire_after_ten_days_without_intent_to_proceed() {
    let calendar = weekdays();
    let given = mailed(1, ActKind::LoanEstimate, date(2026, 11, 2));
    let alone = [given.clone()];
    assert_eq!(due(&facts(&calendar, &alone), ClockRule::LoanEstimateTerms), Some(date(2026, 11, 17)));
    let answered = [given, act(2, ActKind::IntentToProceed, date(2026, 11, 10))];
    assert_eq!(find(&facts(&calendar, &answered), ClockRule::LoanEstimateTerms), None);
}

#[test]
fn intent_follows_the_receipt_of_the_estimate() {
    let calendar = weekdays();
    let intent = act(2, ActKind::IntentToProceed, date(2026, 11, 4));
    assert_eq!(
        refusal(&facts(&calendar, &[]), &intent).unwrap(),
        "The borrower has no Loan Estimate to proceed on yet."
    );
    let acts = [mailed(1, ActKind::LoanEstimate, date(2026, 11, 2))];
    assert!(refusal(&facts(&calendar, &acts), &intent).unwrap().contains("received on Thu 11/05/2026"));
    assert_eq!(refusal(&facts(&calendar, &acts), &Act { on: date(2026, 11, 5), ..intent }), None);
}

/// CLOCK-13
#[test]
fn the_waiting_period_restarts_for_three_reasons() {
    let apr = |before: &str, after: &str| DisclosureChange {
        apr: Some((before.parse::<Rate>().unwrap(), after.parse::<Rate>().unwrap())),
        ..DisclosureChange::default()
    };
    assert!(!apr("6.500", "6.600").restarts());
    assert!(apr("6.500", "6.630").restarts());
    assert!(!DisclosureChange { is_irregular: true, ..apr("6.500", "6.630") }.restarts());
    assert!(DisclosureChange { is_irregular: true, ..apr("6.500", "6.760") }.restarts());
    assert!(DisclosureChange { product: true, ..DisclosureChange::default() }.restarts());
    assert!(DisclosureChange { prepayment_penalty: true, ..DisclosureChange::default() }.restarts());
    assert!(!DisclosureChange::default().restarts());

    let calendar = weekdays();
    let corrected = |restarts| {
        let acts = [
            mailed(1, ActKind::LoanEstimate, date(2026, 11, 2)),
            Act { manner: Some(Manner::InPerson), ..act(2, ActKind::ClosingDisclosure, date(2026, 11, 16)) },
            Act {
                manner: Some(Manner::InPerson),
                restarts,
                ..act(3, ActKind::CorrectedClosingDisclosure, date(2026, 11, 18))
            },
        ];
        earliest_closing(&facts(&calendar, &acts)).unwrap().0
    };
    assert_eq!(corrected(false), date(2026, 11, 19));
    assert_eq!(corrected(true), date(2026, 11, 21));
}

/// The last rescission day of a refinance of a primary residence that closed on this day.
fn closed(on: Date) -> Option<Date> {
    let (calendar, acts) = (weekdays(), [act(1, ActKind::Closing, on)]);
    let facts = Facts {
        purpose: Some(LoanPurpose::Refinance),
        usage: Some(PropertyUsage::PrimaryResidence),
        ..facts(&calendar, &acts)
    };
    due(&facts, ClockRule::Rescission)
}

/// CLOCK-15
#[test]
fn the_right_of_rescission_ends_on_the_third_day() {
    assert_eq!(closed(date(2026, 11, 25)), Some(date(2026, 11, 30)));
    assert_eq!(closed(date(2026, 7, 2)), Some(date(2026, 7, 7)));
    assert_eq!(closed(date(2026, 9, 4)), Some(date(2026, 9, 9)));
}

/// CLOCK-16
#[test]
fn a_purchase_and_an_investment_have_no_right_of_rescission() {
    let calendar = weekdays();
    let told = |purpose, usage| {
        let facts = Facts { purpose: Some(purpose), usage: Some(usage), ..closing(&calendar, &[], date(2026, 11, 30)) };
        state(&facts, ClockRule::Rescission)
    };
    let not = |text: &str| ClockState::NotDue(text.to_owned());
    assert_eq!(told(LoanPurpose::Purchase, PropertyUsage::PrimaryResidence), not("Not applicable: purchase"));
    assert_eq!(
        told(LoanPurpose::Refinance, PropertyUsage::Investment),
        not("Not applicable: not a principal dwelling")
    );
}

/// CLOCK-18
#[test]
fn the_borrower_is_notified_within_thirty_days_of_a_complete_application() {
    let calendar = weekdays();
    let complete = Facts { completed_on: Some(date(2026, 11, 1)), ..facts(&calendar, &[]) };
    assert_eq!(due(&complete, ClockRule::ActionNotice), Some(date(2026, 12, 1)));
    let approved = Facts { approved_on: Some(date(2026, 11, 20)), ..complete.clone() };
    let why = ClockState::NotDue("Not due: approved 11/20/2026".to_owned());
    assert_eq!(state(&approved, ClockRule::ActionNotice), why);
    let withdrawn = Facts { ended: Some((StageKind::Withdrawn, date(2026, 11, 20))), ..complete.clone() };
    let why = ClockState::NotDue("Not due: withdrawn 11/20/2026".to_owned());
    assert_eq!(state(&withdrawn, ClockRule::ActionNotice), why);
    let denied = Facts { ended: Some((StageKind::Denied, date(2026, 11, 20))), ..complete };
    assert_eq!(state(&denied, ClockRule::ActionNotice), ClockState::Running, "a denied borrower must be notified");
}

/// CLOCK-19
#[test]
fn the_notice_after_a_counteroffer_is_due_after_ninety_days() {
    let calendar = weekdays();
    let offer = act(1, ActKind::Counteroffer, date(2026, 9, 1));
    let open = [offer.clone()];
    assert_eq!(due(&facts(&calendar, &open), ClockRule::CounterofferNotice), Some(date(2026, 11, 30)));
    let accepted = [offer, act(2, ActKind::CounterofferAcceptance, date(2026, 9, 15))];
    let met = ClockState::Met { on: date(2026, 9, 15), act: 2 };
    assert_eq!(state(&facts(&calendar, &accepted), ClockRule::CounterofferNotice), met);
}

/// CLOCK-27
#[test]
fn an_application_that_ends_before_the_deadline_needs_no_estimate() {
    let calendar = weekdays();
    let ended = |on| {
        let received = Facts { received_on: Some(date(2026, 11, 16)), ..facts(&calendar, &[]) };
        state(&Facts { ended: Some((StageKind::Withdrawn, on)), ..received }, ClockRule::LoanEstimate)
    };
    assert_eq!(ended(date(2026, 11, 18)), ClockState::NotDue("Not due: withdrawn 11/18/2026".to_owned()));
    assert_eq!(ended(date(2026, 11, 20)), ClockState::Missed);
}

#[test]
fn a_met_deadline_is_not_recomputed() {
    let calendar = weekdays();
    let acts = [mailed(1, ActKind::LoanEstimate, date(2026, 11, 4))];
    let first = Facts { received_on: Some(date(2026, 11, 2)), ..facts(&calendar, &acts) };
    let before = clocks(&first);
    let moved = Facts { received_on: Some(date(2026, 10, 1)), ..first };
    let after = follow(before.clone(), &moved);
    let estimate = |clocks: &[Clock]| clocks.iter().find(|clock| clock.rule == ClockRule::LoanEstimate).cloned();
    assert_eq!(estimate(&after), estimate(&before));
    let counseling = after.iter().find(|clock| clock.rule == ClockRule::CounselingList);
    assert_eq!(counseling.and_then(Clock::due_on), Some(date(2026, 10, 6)), "a deadline that isn't met is recomputed");
    // The event was deleted because it was recorded in error: the deadline is computed again.
    let withdrawn = Facts { acts: &[], ..moved };
    assert_eq!(estimate(&follow(after, &withdrawn)).unwrap().due_on(), Some(date(2026, 10, 6)));
}

#[test]
fn a_loan_can_close_when_everything_has_been_received() {
    let calendar = weekdays();
    let acts = [mailed(1, ActKind::LoanEstimate, date(2026, 11, 5))];
    let facts = closing(&calendar, &acts, date(2026, 11, 30));
    let without = refusal(&facts, &act(9, ActKind::Closing, date(2026, 11, 30)));
    assert!(without.unwrap().contains("no Closing Disclosure yet"));
    let acts = [acts[0].clone(), mailed(2, ActKind::ClosingDisclosure, date(2026, 11, 23))];
    let facts = Facts { acts: &acts, ..facts };
    let early = refusal(&facts, &act(9, ActKind::Closing, date(2026, 11, 30)));
    assert!(early.unwrap().contains("Tue 12/01/2026 at the earliest: three business days after"));
    assert_eq!(refusal(&facts, &act(9, ActKind::Closing, date(2026, 12, 1))), None);
}

/// Examples published by other organizations. CD means Closing Disclosure.
#[test]
fn ten_published_examples() {
    let calendar = weekdays();
    let specific = |from, days| DayCount::Specific.after(&calendar, from, days).on;
    let before = |from, days| DayCount::Specific.before(&calendar, from, days).on;
    // Illinois Bankers Association on the Loan Estimate: a day on which the bank is closed because of the weather
    // doesn't count.
    let snowed_in = BusinessCalendar { holidays: vec![(date(2026, 1, 15), "Snow".to_owned())], ..weekdays() };
    assert_eq!(DayCount::General.after(&snowed_in, date(2026, 1, 12), 3).on, date(2026, 1, 16));
    // Comment 19(a)(2)(i)-1: given on Monday, June 1, closing on Tuesday, June 9.
    assert_eq!(specific(date(2026, 6, 1), 7), date(2026, 6, 9));
    // Comment 19(a)(2)-2: corrected on Wednesday, June 3, the third business day is Saturday, June 6.
    assert_eq!(specific(date(2026, 6, 3), 3), date(2026, 6, 6));
    // Comment 19(f)(1)(ii)-1: for a closing on Thursday, the CD is delivered in person on Monday.
    assert_eq!(before(date(2026, 6, 18), 3), date(2026, 6, 15));
    // Comment 19(f)(1)(iii)-2: a CD emailed on Monday counts as received on Thursday.
    assert_eq!(specific(date(2026, 6, 8), 3), date(2026, 6, 11));
    // BankersOnline, "Right of rescission rule interpretation": if the last of the three events is on Saturday, the
    // right ends on Wednesday at midnight.
    assert_eq!(specific(date(2026, 6, 6), 3), date(2026, 6, 10));
    // Comment 2(a)(6)-2: if July 4 is a Saturday, Friday, July 3 is a business day.
    assert_eq!(specific(date(2026, 7, 2), 1), date(2026, 7, 3));
    // The Bureau's rule of August 2021 on Juneteenth: a rescission period that starts on June 18, 2021 ends on June 23.
    assert_eq!(specific(date(2021, 6, 18), 3), date(2021, 6, 23));
    // BankersOnline, "Timing of revised Loan Estimate": if mailed, it must be sent seven business days before closing.
    assert_eq!(before(before(date(2026, 6, 18), 4), 3), before(date(2026, 6, 18), 7));
    // National MI's TRID calendar: estimate +3, received +6, CD received +7, closing +10 business days in a week without
    // holidays in which offices open on Saturdays.
    let saturdays = BusinessCalendar { saturday_open: true, ..weekdays() };
    let applied = date(2026, 8, 3);
    let day = |number| DayCount::General.after(&saturdays, applied, number).on;
    let estimate = Act { id: 1, on: day(3), ..mailed(1, ActKind::LoanEstimate, day(3)) };
    let disclosure = Act { manner: Some(Manner::InPerson), ..act(2, ActKind::ClosingDisclosure, day(7)) };
    let acts = [estimate.clone(), disclosure];
    let facts = Facts { received_on: Some(applied), ..facts(&saturdays, &acts) };
    assert_eq!(due(&facts, ClockRule::LoanEstimate), Some(day(3)));
    assert_eq!(received_on(&facts, &estimate), day(6));
    assert_eq!(earliest_closing(&facts).unwrap().0, day(10));
}

#[test]
fn a_count_explains_each_skipped_day() {
    let calendar = BusinessCalendar { holidays: vec![(date(2026, 11, 13), "Founder's Day".to_owned())], ..weekdays() };
    let count = DayCount::General.after(&calendar, date(2026, 11, 10), 2);
    let told: Vec<_> = count.days.iter().map(|day| (day.on.day(), day.number, day.skipped.as_deref())).collect();
    assert_eq!(
        told,
        [
            (11, None, Some("Veterans Day")),
            (12, Some(1), None),
            (13, None, Some("Founder's Day")),
            (14, None, Some("Saturday")),
            (15, None, Some("Sunday")),
            (16, Some(2), None),
        ]
    );
}

#[test]
fn a_loan_can_be_funded_only_after_the_rescission_period() {
    let (calendar, acts) = (weekdays(), [act(1, ActKind::Closing, date(2026, 11, 25))]);
    let refinance = Facts {
        purpose: Some(LoanPurpose::Refinance),
        usage: Some(PropertyUsage::PrimaryResidence),
        ..facts(&calendar, &acts)
    };
    let clocks = clocks(&refinance);
    assert!(funding_refusal(&clocks, date(2026, 11, 30)).unwrap().contains("midnight of Mon 11/30/2026"));
    assert_eq!(funding_refusal(&clocks, date(2026, 12, 1)), None);
}
