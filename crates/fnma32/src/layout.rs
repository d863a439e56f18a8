//! Layout of a record: its consecutive fields with their columns and types.
//!
//! One table per record, in `records`, drives both reading and writing. The compiler checks that the fields of a table
//! have no gaps and fill the record.

use crate::{codes::Codes, records};

/// A field of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The guide's number, such as `03A-060`.
    pub id: &'static str,
    /// First column, counted from 1.
    pub column: usize,
    /// Number of columns.
    pub length: usize,
    /// Type of its values.
    pub kind: Kind,
    /// The guide's name, such as `Applicant Last Name`.
    pub name: &'static str,
}

/// Type of a field's values. Every field can be blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Any text, left-aligned.
    Text,
    /// Digits, right-aligned.
    Digits,
    /// An amount in dollars, `Z(12).Z(2)`: digits with at most one decimal point and two decimals, and an optional
    /// minus sign. Right-aligned.
    Amount,
    /// A percentage, `Z(3).Z(3)`, like an amount with three decimals.
    Rate,
    /// A date, `CCYYMMDD`.
    Date,
    /// A year, `CCYY`.
    Year,
    /// `Y` or `N`.
    YesNo,
    /// The Social Security number that joins records. Sensitive: it never appears in an issue.
    Ssn,
    /// One of the guide's codes.
    Code(Codes),
    /// A sensitive value that must not appear in messages: account numbers, birth dates, demographic answers.
    Sealed(&'static Kind),
    /// Reserved or filler columns. They are preserved but not interpreted.
    Reserved,
}

impl Kind {
    /// Whether values of this type must not appear in messages.
    #[must_use]
    pub const fn is_sealed(&self) -> bool {
        matches!(self, Kind::Sealed(_) | Kind::Ssn)
    }

    /// The underlying type without the sensitive marker.
    #[must_use]
    pub const fn unsealed(&self) -> Kind {
        match self {
            Kind::Sealed(kind) => **kind,
            kind => *kind,
        }
    }

    /// Whether values are right-aligned.
    #[must_use]
    pub const fn is_right_aligned(&self) -> bool {
        matches!(self.unsealed(), Kind::Digits | Kind::Amount | Kind::Rate)
    }
}

/// How often a record can occur.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occurs {
    /// Once per file. If there are several, the first counts.
    Once,
    /// Once per applicant.
    OncePerApplicant,
    /// Any number of times.
    Many,
}

/// A part of a file. A `000` record opens each part except the envelope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// The envelope around the data: EH, TH, TPI, TT, ET.
    Envelope,
    /// File type 1: the application, Form 1003.
    Application,
    /// File type 70: additional case data.
    AdditionalCase,
    /// File type 11: product data.
    Product,
    /// File type 20: government data.
    Government,
    /// File type 30: community lending data.
    CommunityLending,
}

impl Section {
    /// Every section that a `000` record opens, in file order.
    pub const OPENED: [Section; 5] = [
        Section::Application,
        Section::AdditionalCase,
        Section::Product,
        Section::Government,
        Section::CommunityLending,
    ];

    /// The file type in the `000` record that opens this section. Empty for the envelope.
    #[must_use]
    pub const fn file_type(self) -> &'static str {
        match self {
            Section::Envelope => "",
            Section::Application => "1",
            Section::AdditionalCase => "70",
            Section::Product => "11",
            Section::Government => "20",
            Section::CommunityLending => "30",
        }
    }
}

/// The table of a record type.
#[derive(Debug)]
pub struct Layout {
    /// Record id in the first three columns, such as `03A` or `EH `.
    pub id: &'static str,
    /// Description of the record.
    pub about: &'static str,
    /// Number of columns of the record.
    pub length: usize,
    /// How often it can occur.
    pub occurs: Occurs,
    /// Section in which it occurs.
    pub section: Section,
    /// Its fields after the record id, in order.
    pub fields: &'static [Field],
}

impl Layout {
    /// The field that joins the record to its applicant, if it has one.
    #[must_use]
    pub fn owner(&self) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.kind == Kind::Ssn)
    }

    /// The table for a line, by its record id, and for `000` also by its file type.
    #[must_use]
    pub fn of(line: &str) -> Option<&'static Layout> {
        let id = line.get(..3).unwrap_or(line);
        if id == "000" {
            let file_type = line[3..].trim_start();
            let opens_application =
                file_type.strip_prefix('1').is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()));
            return Some(if opens_application { &records::header::LAYOUT } else { &records::switch::LAYOUT });
        }
        records::ALL.iter().find(|layout| layout.id == id || (id.len() < 3 && layout.id.trim_end() == id)).copied()
    }
}

/// Layouts are compared by address, because each record type has exactly one.
impl PartialEq for Layout {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}
impl Eq for Layout {}

/// Fails compilation if the fields of a table overlap, have gaps or don't fill the record.
pub(crate) const fn check(fields: &[Field], length: usize) {
    let mut next = 4;
    let mut i = 0;
    while i < fields.len() {
        assert!(fields[i].column == next, "the field doesn't start right after the previous one");
        assert!(fields[i].length > 0, "the field has no columns");
        next += fields[i].length;
        i += 1;
    }
    assert!(next == length + 1, "the lengths of the fields don't add up to the record's length");
}

/// Declares a record: its table, and a module with a constant for each field. Checks the columns at compile time.
macro_rules! record {
    (
        #[doc = $about:literal]
        pub mod $module:ident $id:literal $length:literal $occurs:ident {
            $($name:ident $field:literal $column:literal $columns:literal $kind:expr, $meaning:literal;)+
        }
    ) => {
        #[doc = $about]
        pub mod $module {
            #[allow(unused_imports, reason = "not every record has every kind of field")]
            use crate::{codes, layout::{Field, Kind::*, Layout, Occurs, check}};

            /// The record's table.
            pub static LAYOUT: Layout = Layout {
                id: $id,
                about: $about.trim_ascii(),
                length: $length,
                occurs: Occurs::$occurs,
                section: super::SECTION,
                fields: FIELDS,
            };
            $(
                #[doc = concat!($field, ": ", $meaning, ".")]
                pub const $name: Field =
                    Field { id: $field, column: $column, length: $columns, kind: $kind, name: $meaning };
            )+
            const FIELDS: &[Field] = &[$($name),+];
            const _: () = check(FIELDS, $length);
        }
    };
}
pub(crate) use record;
