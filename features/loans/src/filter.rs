//! Filters that people put together over the pipeline, as conditions on its rows.
//!
//! What they give is found by whichever indexes fit their values: those of the sorts, and `loan_facts` for everything else
//! that is projected. Texts are looked for first, by the search function, as ids.

use crate::{list::text_filters, store};
use jiff::{civil::Date, tz::TimeZone};
use lending::{
    application::{AmortizationType, LienPriority, LoanPurpose, MortgageType, PropertyUsage},
    filter::{Condition, Expression, Field, Joined, Kind, Operand, Part, Test, word},
    search::{TextFilter, text_filter},
    stages::StageKind,
    values::StateCode,
    words,
};
use platform::{
    Error, Result, Tx,
    list::{Filter, Indexed, Value},
};
use std::str::FromStr;

/// Most loans that a text in a condition finds by the search function; where there are more, any walk finds some soon.
const SEARCHED_MAX: i64 = 5_000;

words! {
    /// How far a loan has come, whatever its company calls its stages.
    pub enum Progress {
        /// Under way.
        Active,
        /// Funded.
        Funded,
        /// Ended without a loan.
        Adverse,
        /// Put away.
        Archived,
    }
}

impl Progress {
    fn of(kind: StageKind) -> Self {
        match kind {
            kind if kind.is_open() => Progress::Active,
            StageKind::Withdrawn | StageKind::Denied | StageKind::ApprovedNotAccepted | StageKind::Incomplete => {
                Progress::Adverse
            }
            StageKind::Archived => Progress::Archived,
            _ => Progress::Funded,
        }
    }
}

/// By what the pipeline is filtered.
static FIELDS: [Field; 23] = [
    Field::always("borrower", Kind::Name),
    Field::always("number", Kind::Code),
    Field::always("progress", Kind::Word(word::<Progress>)),
    Field::always("stage", Kind::Choice),
    Field::always("officer", Kind::Choice),
    Field::optional("processor", Kind::Choice),
    Field::optional("lender", Kind::Choice),
    Field::always("branch", Kind::Choice),
    Field::always("amount", Kind::Money),
    Field::optional("rate", Kind::Rate),
    Field::optional("lockExpiration", Kind::Day),
    Field::optional("closing", Kind::Day),
    Field::optional("nextDeadline", Kind::Day),
    Field::optional("application", Kind::Day),
    Field::optional("funded", Kind::Day),
    Field::always("created", Kind::Instant),
    Field::always("updated", Kind::Instant),
    Field::optional("purpose", Kind::Word(word::<LoanPurpose>)),
    Field::optional("mortgageType", Kind::Word(word::<MortgageType>)),
    Field::optional("lien", Kind::Word(word::<LienPriority>)),
    Field::optional("amortization", Kind::Word(word::<AmortizationType>)),
    Field::optional("occupancy", Kind::Word(word::<PropertyUsage>)),
    Field::optional("state", Kind::Word(word::<StateCode>)),
];

/// Where a field's values stand.
enum Column {
    /// A column that may be null.
    Plain(&'static str),
    /// A day that is 9999-12-31 where there is none.
    Sort(&'static str),
    /// The processors of the loan's team.
    Processor,
}

fn column(field: &Field) -> Column {
    match field.name {
        "borrower" => Column::Plain("r.sort_name"),
        "number" => Column::Plain("lower(r.loan_number)"),
        "progress" => Column::Plain("r.stage_rank"),
        "stage" => Column::Plain("r.stage_id"),
        "officer" => Column::Plain("r.officer_id"),
        "processor" => Column::Processor,
        "lender" => Column::Plain("r.lender_id"),
        "branch" => Column::Plain("r.org_unit_id"),
        "amount" => Column::Plain("r.amount_cents"),
        "rate" => Column::Plain("r.note_rate_millionths"),
        "lockExpiration" => Column::Sort("r.lock_expiry_sort"),
        "closing" => Column::Sort("r.closing_sort"),
        "nextDeadline" => Column::Sort("r.next_deadline_sort"),
        "application" => Column::Plain("r.application_on"),
        "funded" => Column::Plain("r.funded_on"),
        "created" => Column::Plain("r.created_at"),
        "purpose" => Column::Plain("r.purpose"),
        "mortgageType" => Column::Plain("r.mortgage_type"),
        "lien" => Column::Plain("r.lien"),
        "amortization" => Column::Plain("r.amortization"),
        "occupancy" => Column::Plain("r.property_usage"),
        "state" => Column::Plain("r.state_code"),
        _ => Column::Plain("r.updated_at"),
    }
}

/// What the pipeline is narrowed to, beside reach.
#[derive(Debug, Default)]
pub(crate) struct Narrowing {
    pub stage: Option<i64>,
    pub officer: Option<i64>,
    pub deadline_by: Option<Date>,
    /// As somebody typed it.
    pub text: Option<String>,
    /// As the web writes it.
    pub filter: Option<String>,
}

impl Narrowing {
    /// All of it as a filter: one that stands alone has an index of its own, those that meet are planned for their values. A
    /// stage among them leads.
    pub(crate) async fn filters(self, tx: &mut Tx) -> Result<Vec<Filter>> {
        let Self { stage, officer, deadline_by, text, filter } = self;
        let plain = [
            stage.map(crate::list::stage_filter),
            officer.map(crate::list::officer_filter),
            deadline_by.map(|day| crate::list::deadline_filter(platform::db::Date(day))),
        ];
        let mut plain = plain.into_iter().flatten().collect::<Vec<_>>();
        let texts = text.as_deref().map(text_filters).unwrap_or_default();
        let filter = filter.filter(|text| !text.is_empty());
        if filter.is_none() && plain.len() + texts.len() < 2 {
            plain.extend(texts);
            return Ok(plain);
        }
        match text.as_deref().and_then(text_filter) {
            Some(TextFilter::Contains { longest, others }) => {
                let ids = store::searched(tx, &longest, &others, SEARCHED_MAX + 1).await?;
                plain.extend(if are_few(&ids) { vec![found_filter(ids)] } else { texts });
            }
            _ => plain.extend(texts),
        }
        let all = match filter {
            Some(text) => read(tx, &text, plain).await?,
            None => met(plain),
        };
        Ok(stage.map(crate::list::stage_filter).into_iter().chain([all]).collect())
    }
}

/// Loans that are found already.
fn found_filter(ids: Vec<i64>) -> Filter {
    Filter {
        passes: "r.id = any({0})".into(),
        ids: "select unnest({0}) as id limit {limit}".into(),
        values: vec![Value::Numbers(ids)],
        has_index: Indexed::Nowhere,
    }
}

/// Filters that meet, as one.
#[must_use]
pub fn met(filters: Vec<Filter>) -> Filter {
    let mut writer = Writer::new(TimeZone::UTC, Vec::new());
    let all = filters.into_iter().map(|filter| writer.take(filter)).collect();
    writer.filter(all)
}

/// Reads a filter as of the day in the reader's branch, looks for its texts, and joins it to others.
async fn read(tx: &mut Tx, text: &str, plain: Vec<Filter>) -> Result<Filter> {
    let zone = store::time_zone(tx).await?;
    let zone = TimeZone::get(&zone).unwrap_or(TimeZone::UTC);
    let expression = expression(text, jiff::Timestamp::now().to_zoned(zone.clone()).date())?;
    let mut found = Vec::new();
    for condition in expression.conditions().filter(|condition| condition.is_search()) {
        found.push(searched(tx, condition).await?);
    }
    Ok(compose(&expression, zone, found, plain))
}

/// A filter as the list takes it, of which no text is looked for: for the test that explains it.
///
/// # Errors
/// What is wrong with it.
pub fn composed_filter(text: &str, today: Date) -> Result<Filter> {
    Ok(compose(&expression(text, today)?, TimeZone::UTC, Vec::new(), Vec::new()))
}

/// Whether a filter can be read at all, for whoever keeps one.
///
/// # Errors
/// What is wrong with it.
pub fn check_filter(text: &str) -> Result<()> {
    expression(text, jiff::civil::date(2026, 1, 1)).map(drop)
}

fn expression(text: &str, today: Date) -> Result<Expression> {
    Expression::read(text, &FIELDS, today).map_err(|wrong| Error::field(format!("filter{}", wrong.path), wrong.message))
}

/// The loans that a condition's texts find; none where there are too many.
async fn searched(tx: &mut Tx, condition: &Condition) -> Result<Option<Vec<i64>>> {
    let patterns = match &condition.test {
        Test::Contains(TextFilter::Contains { longest, others }) => vec![(longest.clone(), others.clone())],
        Test::OneOf(codes) => codes.iter().filter_map(text).map(|code| (exactly(code), Vec::new())).collect(),
        _ => Vec::new(),
    };
    let mut ids = Vec::new();
    for (longest, others) in patterns {
        ids.extend(store::searched(tx, &longest, &others, SEARCHED_MAX + 1).await?);
        if !are_few(&ids) {
            return Ok(None);
        }
    }
    Ok(Some(ids))
}

/// Whether ids are few enough to be looked up each.
fn are_few(ids: &[i64]) -> bool {
    i64::try_from(ids.len()).is_ok_and(|count| count <= SEARCHED_MAX)
}

fn text(operand: &Operand) -> Option<&str> {
    match operand {
        Operand::Text(text) => Some(text),
        _ => None,
    }
}

/// A pattern of the letters themselves.
fn exactly(text: &str) -> String {
    let mut pattern = String::from("%");
    for letter in text.chars() {
        if matches!(letter, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(letter);
    }
    pattern.push('%');
    pattern
}

/// What was asked together with other filters, as one. `found` is what the texts found, in the order of their conditions.
fn compose(expression: &Expression, zone: TimeZone, found: Vec<Option<Vec<i64>>>, plain: Vec<Filter>) -> Filter {
    let mut writer = Writer::new(zone, found);
    let mut all: Vec<String> = plain.into_iter().map(|filter| writer.take(filter)).collect();
    let parts = expression.parts.iter().map(|part| match part {
        Part::One(condition) => writer.condition(condition),
        Part::Group(joined, conditions) => {
            let conditions: Vec<_> = conditions.iter().map(|condition| writer.condition(condition)).collect();
            together(*joined, &conditions)
        }
    });
    let parts: Vec<_> = parts.collect();
    all.push(together(expression.joined, &parts));
    writer.filter(all)
}

fn together(joined: Joined, conditions: &[String]) -> String {
    let by = match joined {
        Joined::All => " and ",
        Joined::Any => " or ",
    };
    format!("({})", conditions.join(by))
}

struct Writer {
    values: Vec<Value>,
    zone: TimeZone,
    found: std::vec::IntoIter<Option<Vec<i64>>>,
}

impl Writer {
    fn new(zone: TimeZone, found: Vec<Option<Vec<i64>>>) -> Self {
        Self { values: Vec::new(), zone, found: found.into_iter() }
    }

    /// All conditions as one filter.
    fn filter(self, all: Vec<String>) -> Filter {
        let passes = all.join(" and ");
        let ids =
            format!("select r.id from loan r where r.company_id = {{company}}{{unit}} and {passes} limit {{limit}}");
        Filter { ids: ids.into(), passes: passes.into(), values: self.values, has_index: Indexed::Composed }
    }

    fn value(&mut self, value: Value) -> String {
        self.values.push(value);
        format!("{{{}}}", self.values.len() - 1)
    }

    /// The condition of another filter.
    fn take(&mut self, filter: Filter) -> String {
        let places: Vec<_> = filter.values.into_iter().map(|value| self.value(value)).collect();
        let fill = |text: String, (at, place): (usize, &String)| text.replace(&format!("{{{at}}}"), place);
        // From the last, for each takes a place that is no earlier than its own.
        places.iter().enumerate().rev().fold(filter.passes.into_owned(), fill)
    }

    fn condition(&mut self, condition: &Condition) -> String {
        let found = if condition.is_search() { self.found.next().flatten() } else { None };
        let tested = match column(condition.field) {
            Column::Plain(column) if matches!(condition.field.kind, Kind::Instant) => {
                self.instant(column, &condition.test)
            }
            Column::Plain(column) => self.plain(column, condition),
            Column::Sort(column) => self.sort(column, &condition.test),
            Column::Processor => self.processor(&condition.test),
        };
        match found {
            Some(ids) => format!("(r.id = any({}) and {tested})", self.value(Value::Numbers(ids))),
            None => tested,
        }
    }

    fn plain(&mut self, column: &str, condition: &Condition) -> String {
        let field = condition.field;
        match &condition.test {
            Test::OneOf(operands) => format!("{column} = any({})", self.list(field, operands)),
            Test::NoneOf(operands) => {
                let differs = format!("{column} <> all({})", self.list(field, operands));
                if field.may_be_empty { format!("({column} is null or {differs})") } else { differs }
            }
            Test::Contains(TextFilter::Contains { longest, others }) => {
                let longest = self.value(Value::Text(longest.clone()));
                let others = self.value(Value::Texts(others.clone()));
                format!("({column} like {longest} and {column} like all ({others}))")
            }
            Test::Contains(_) => "false".to_owned(),
            Test::Empty => format!("{column} is null"),
            Test::NotEmpty => format!("{column} is not null"),
            Test::Between(from, until) => self.between(column, from.as_ref(), until.as_ref()),
        }
    }

    fn sort(&mut self, column: &str, test: &Test) -> String {
        match test {
            Test::OneOf(days) => {
                let days: Vec<_> = days.iter().map(|day| self.between(column, Some(day), Some(day))).collect();
                together(Joined::Any, &days)
            }
            Test::NoneOf(days) => {
                let days: Vec<_> = days.iter().map(|day| format!("{column} <> {}", self.one(day))).collect();
                together(Joined::All, &days)
            }
            Test::Between(from, None) => {
                format!("({} and {column} < date '9999-12-31')", self.between(column, from.as_ref(), None))
            }
            Test::Between(from, until) => self.between(column, from.as_ref(), until.as_ref()),
            Test::NotEmpty => format!("{column} < date '9999-12-31'"),
            Test::Empty | Test::Contains(_) => format!("{column} = date '9999-12-31'"),
        }
    }

    fn instant(&mut self, column: &str, test: &Test) -> String {
        let day = |operand: &Operand| match operand {
            Operand::Day(day) => *day,
            _ => Date::MIN,
        };
        match test {
            Test::OneOf(days) => {
                let days: Vec<_> = days.iter().map(|at| self.on(column, Some(day(at)), Some(day(at)))).collect();
                together(Joined::Any, &days)
            }
            Test::NoneOf(days) => {
                let days: Vec<_> = days.iter().map(|at| self.on(column, Some(day(at)), Some(day(at)))).collect();
                format!("not {}", together(Joined::Any, &days))
            }
            Test::Between(from, until) => self.on(column, from.as_ref().map(day), until.as_ref().map(day)),
            _ => "true".to_owned(),
        }
    }

    /// Instants of whole days, the first and the last included.
    fn on(&mut self, column: &str, from: Option<Date>, until: Option<Date>) -> String {
        let start = |writer: &Self, day: Date| day.to_zoned(writer.zone.clone()).ok().map(|start| start.timestamp());
        let after = |day: Date| day.tomorrow().unwrap_or(day);
        let from =
            from.and_then(|day| start(self, day)).map(|at| format!("{column} >= {}", self.value(Value::Instant(at))));
        let until = until
            .and_then(|day| start(self, after(day)))
            .map(|at| format!("{column} < {}", self.value(Value::Instant(at))));
        together(Joined::All, &from.into_iter().chain(until).collect::<Vec<_>>())
    }

    fn processor(&mut self, test: &Test) -> String {
        let named = |which: &str| {
            format!(
                "exists (select from loan_team_member t where t.company_id = r.company_id and t.loan_id = r.id \
                 and t.role in ('PROCESSOR', 'CONTRACTPROCESSOR'){which})"
            )
        };
        match test {
            Test::OneOf(people) => named(&format!(" and t.membership_id = any({})", self.numbers(people))),
            Test::NoneOf(people) => {
                format!("not {}", named(&format!(" and t.membership_id = any({})", self.numbers(people))))
            }
            // Looked up loan by loan: the processors of all loans are not gathered for a page.
            Test::NotEmpty => named(" offset 0"),
            _ => format!("not {}", named(" offset 0")),
        }
    }

    fn between(&mut self, column: &str, from: Option<&Operand>, until: Option<&Operand>) -> String {
        let from = from.map(|from| format!("{column} >= {}", self.one(from)));
        let until = until.map(|until| format!("{column} <= {}", self.one(until)));
        together(Joined::All, &from.into_iter().chain(until).collect::<Vec<_>>())
    }

    fn one(&mut self, operand: &Operand) -> String {
        self.value(match operand {
            Operand::Number(number) => Value::Number(*number),
            Operand::Text(text) => Value::Text(text.clone()),
            Operand::Day(day) => Value::Day(*day),
        })
    }

    fn list(&mut self, field: &Field, operands: &[Operand]) -> String {
        if field.name == "progress" {
            let asked: Vec<_> =
                operands.iter().filter_map(text).filter_map(|word| Progress::from_str(word).ok()).collect();
            let kinds = StageKind::ALL.iter().filter(|kind| asked.contains(&Progress::of(**kind)));
            return self.value(Value::Numbers(kinds.map(|kind| kind.rank().into()).collect()));
        }
        match operands.first() {
            Some(Operand::Text(_)) => {
                self.value(Value::Texts(operands.iter().filter_map(text).map(str::to_owned).collect()))
            }
            Some(Operand::Day(_)) => self.value(Value::Days(
                operands.iter().filter_map(|one| if let Operand::Day(day) = one { Some(*day) } else { None }).collect(),
            )),
            _ => self.numbers(operands),
        }
    }

    fn numbers(&mut self, operands: &[Operand]) -> String {
        let number = |operand: &Operand| if let Operand::Number(number) = operand { Some(*number) } else { None };
        self.value(Value::Numbers(operands.iter().filter_map(number).collect()))
    }
}
