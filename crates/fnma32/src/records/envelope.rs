//! The envelope around the data, and the `000` records that open sections.

use crate::layout::{Section, record};

const SECTION: Section = Section::Envelope;

record! {
    /// Opens the envelope, with sender and date.
    pub mod envelope_header "EH " 54 Once {
        INSTITUTION_ID   "EH-020"   4   6 Text, "Institution ID";
        INSTITUTION_NAME "EH-030"  10  25 Text, "Institution Name";
        DATE             "EH-040"  35  11 Date, "Date";
        CONTROL_NUMBER   "EH-050"  46   9 Text, "Envelope Control Number";
    }
}

record! {
    /// Opens the transaction.
    pub mod transaction_header "TH " 23 Once {
        TRANSACTION_ID "TH-020"   4  11 Text, "Transaction ID";
        CONTROL_NUMBER "TH-030"  15   9 Text, "Transaction Control Number";
    }
}

record! {
    /// Identifies the casefile in Desktop Underwriter, and whether it is new.
    pub mod processing "TPI" 41 Once {
        VERSION         "TPI-020"   4   5 Text,                         "Version ID";
        IDENTIFIER_TYPE "TPI-030"   9   2 Code(codes::IDENTIFIER_TYPE), "Identifier Type Code";
        IDENTIFIER      "TPI-040"  11  30 Text,                         "Identifier";
        IMPORT_ACTION   "TPI-050"  41   1 Code(codes::IMPORT_ACTION),   "Import Action Indicator";
    }
}

record! {
    /// Opens the application (file type 1), the only required section.
    pub mod header "000" 12 Many {
        FILE_TYPE      "000-020"   4   3 Text,                        "File Type";
        VERSION        "000-030"   7   5 Text,                        "File Version ID";
        EXPORT_VERSION "000-040"  12   1 Code(codes::EXPORT_VERSION), "Export Version Indicator";
    }
}

record! {
    /// Opens one of the other sections: 70, 11, 20, 30.
    pub mod switch "000" 11 Many {
        FILE_TYPE "000-020"   4   3 Text, "File Type";
        VERSION   "000-030"   7   5 Text, "File Version ID";
    }
}

record! {
    /// Closes the transaction.
    pub mod transaction_trailer "TT " 12 Once {
        CONTROL_NUMBER "TT-020"   4   9 Text, "Transaction Control Number";
    }
}

record! {
    /// Closes the envelope.
    pub mod envelope_trailer "ET " 12 Once {
        CONTROL_NUMBER "ET-020"   4   9 Text, "Envelope Control Number";
    }
}
