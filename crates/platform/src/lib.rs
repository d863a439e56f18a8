//! Foundation of every feature: settings, tenant transactions, errors, keys and sealing, files, lists, notes, pictures,
//! jobs and mail.
//!
//! Nothing here knows about loans. A feature's handler authorizes the user, runs one transaction, and maps the result
//! to the answer.

extern crate self as platform;

pub mod actor;
pub mod app;
pub mod background;
pub mod bell;
pub mod config;
pub mod db;
pub mod download;
pub mod error;
pub mod extract;
pub mod files;
pub mod folders;
pub mod give_way;
pub mod idempotency;
pub mod jobs;
pub mod key_holder;
pub mod keys;
pub mod limits;
pub mod list;
pub mod mail;
pub mod metrics;
pub mod network;
pub mod note;
pub mod origin;
pub mod picture;
pub mod places;
pub mod record;
pub mod reseal;
pub mod seal;
pub mod tenant;
pub mod traces;
pub mod version;

pub use actor::{Actor, OnBehalf};
pub use app::App;
pub use error::{Error, Fields, Result};
pub use key_holder::{Caller, KeyHolder};
pub use network::{ClientAddress, Network};
pub use origin::Origin;
pub use tenant::{GlobalTx, InCompany, JobTx, KeyTx, Tx};
