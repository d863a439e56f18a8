//! Compiles the program anew when a migration is added or removed: the macro that takes them in notices only changes
//! within the files that it has seen.

#![allow(clippy::print_stdout, reason = "this is how a build script speaks to cargo")]

fn main() {
    println!("cargo:rerun-if-changed=../../migrations");
}
