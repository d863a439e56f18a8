//! Prints the results of several runs as one line.

/// Prints the median and the range of several runs.
pub fn line(what: &str, wanted: &str, mut runs: Vec<f64>) {
    runs.sort_by(f64::total_cmp);
    let median = runs[runs.len() / 2];
    println!("{what:<44} {median:>9.3}   {:>9.3} to {:<9.3} {wanted}", runs[0], runs[runs.len() - 1]);
}

/// Prints a heading.
pub fn heading(text: &str) {
    println!("\n{text}\n{:<44} {:>9}   {:>9}    {:<9} wanted", "", "median", "lowest", "highest");
}
