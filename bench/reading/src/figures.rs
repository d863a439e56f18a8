//! Statistics over several runs.

use std::fmt;

/// The median of several runs and their range.
pub struct Figure {
    /// The median.
    pub median: f64,
    least: f64,
    most: f64,
}

impl Figure {
    /// Computes the statistics of at least one run.
    pub fn of(runs: impl Iterator<Item = f64>) -> Self {
        let mut runs: Vec<f64> = runs.collect();
        runs.sort_by(f64::total_cmp);
        let at = |place: usize| runs.get(place).copied().unwrap_or(f64::NAN);
        Self { median: at(runs.len() / 2), least: at(0), most: at(runs.len().saturating_sub(1)) }
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3} ({:.3} to {:.3})", self.median, self.least, self.most)
    }
}
