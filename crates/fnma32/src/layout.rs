//! What a record looks like: its fields, one after the other, each with its columns and its kind.
//!
//! One table per record, in `records`, drives reading and writing alike. That the fields of a table join without gaps
//! and fill the record is checked while compiling.

use crate::{codes::Codes, records};

/// A field of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The guide's number, such as `03A-060`.
    pub id: &'static str,
    /// First column, counted from 1.
    pub column: usize,
    /// Columns.
    pub length: usize,
    /// What may stand in it.
    pub kind: Kind,
    /// The guide's name, such as `Applicant Last Name`.
    pub name: &'static str,
}

/// What may stand in a field. Blank is always allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Anything; written from the left.
    Text,
    /// Digits; written from the right.
    Digits,
    /// An amount in dollars, `Z(12).Z(2)`: digits, at most one point, at most two decimals, perhaps a minus sign;
    /// written from the right.
    Amount,
    /// A percentage, `Z(3).Z(3)`: like an amount with three decimals.
    Rate,
    /// A day, `CCYYMMDD`.
    Date,
    /// A year, `CCYY`.
    Year,
    /// `Y` or `N`.
    YesNo,
    /// The Social Security number by which records are joined. Sealed: no issue ever holds it.
    Ssn,
    /// One of the guide's codes.
    Code(Codes),
    /// Something that must not get into messages: account numbers, birth dates, demographic answers.
    Sealed(&'static Kind),
    /// Reserved or filler: kept, not read.
    Reserved,
}

impl Kind {
    /// Whether values of this kind must stay out of messages.
    #[must_use]
    pub const fn is_sealed(&self) -> bool {
        matches!(self, Kind::Sealed(_) | Kind::Ssn)
    }

    /// The kind without its seal.
    #[must_use]
    pub const fn unsealed(&self) -> Kind {
        match self {
            Kind::Sealed(kind) => **kind,
            kind => *kind,
        }
    }

    /// Whether values stand at the right end of the field.
    #[must_use]
    pub const fn is_right_aligned(&self) -> bool {
        matches!(self.unsealed(), Kind::Digits | Kind::Amount | Kind::Rate)
    }
}

/// How often a record may occur.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occurs {
    /// Once in a file; of several the first counts.
    Once,
    /// Once for each applicant.
    OncePerApplicant,
    /// As often as needed.
    Many,
}

/// The part of a file in which a record stands. A record `000` opens each part but the envelope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// Around the data: EH, TH, TPI, TT, ET.
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
    /// Every section that a record `000` opens, in the order of a file.
    pub const OPENED: [Section; 5] = [
        Section::Application,
        Section::AdditionalCase,
        Section::Product,
        Section::Government,
        Section::CommunityLending,
    ];

    /// The file type by which a record `000` opens this section; empty for the envelope.
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

/// The table of a record.
#[derive(Debug)]
pub struct Layout {
    /// The three columns by which the record is known, such as `03A` or `EH `.
    pub id: &'static str,
    /// What the record tells.
    pub about: &'static str,
    /// Columns of the whole record.
    pub length: usize,
    /// How often it may occur.
    pub occurs: Occurs,
    /// Where it stands.
    pub section: Section,
    /// Its fields after the three columns of its name, in order.
    pub fields: &'static [Field],
}

impl Layout {
    /// The field by which the record is joined to its applicant, where it has one.
    #[must_use]
    pub fn owner(&self) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.kind == Kind::Ssn)
    }

    /// The table for a line: by its first three columns, and for `000` by its file type.
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

/// Layouts are told apart by where they are: each record has one, and there are no others.
impl PartialEq for Layout {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}
impl Eq for Layout {}

/// Stops the compiler where the fields of a table overlap, leave a gap or do not fill the record.
pub(crate) const fn check(fields: &[Field], length: usize) {
    let mut next = 4;
    let mut i = 0;
    while i < fields.len() {
        assert!(fields[i].column == next, "the field does not begin where the one before it ends");
        assert!(fields[i].length > 0, "the field has no columns");
        next += fields[i].length;
        i += 1;
    }
    assert!(next == length + 1, "the fields do not sum to the record's length");
}

/// Declares a record: its table, a module of that name with a constant for each field, and the checks.
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

            /// The table of the record.
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
