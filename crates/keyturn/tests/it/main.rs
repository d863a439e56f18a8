//! Stories over HTTP, each against a server with a PostgreSQL of its own.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout)]

mod access;
mod access_links;
mod access_sessions;
mod access_sign_in;
mod api_keys;
mod asvs;
mod audit;
mod billing;
mod branches;
mod branding;
mod contracts;
mod conventions;
mod downloads;
mod external;
mod headers;
mod impersonation;
mod imports;
mod integrations;
mod jobs;
mod licenses;
mod lists;
mod loans;
mod mail;
mod mailbox;
mod openid_client;
mod org_admin;
mod org_units;
mod payers;
mod people;
mod permissions;
mod plans;
mod process;
mod proofs;
mod provider;
mod route_access;
mod strategies;
mod teams;
mod users;
mod walk;
mod walls;
