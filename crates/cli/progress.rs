//! How far an ingest is, for people who watch.

use cclake_ingest::Progress;
use indicatif::{ProgressBar, ProgressStyle};

/// Says nothing: nobody watches.
pub(crate) struct Silent;

impl Progress for Silent {
    fn found(&self, _sources: u64, _bytes: u64) {}
    fn read(&self, _bytes: u64) {}
    fn stage(&self, _name: &str) {}
}

/// A bar on standard error, which goes away at the end.
pub(crate) struct Bar(ProgressBar);

impl Bar {
    pub(crate) fn new() -> Self {
        let style = ProgressStyle::with_template("{msg} {wide_bar} {bytes}/{total_bytes} {eta}").expect("the template is valid");
        Self(ProgressBar::new(0).with_style(style))
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

impl Progress for Bar {
    fn found(&self, _sources: u64, bytes: u64) {
        self.0.set_length(bytes);
    }

    fn read(&self, bytes: u64) {
        self.0.inc(bytes);
    }

    fn stage(&self, name: &str) {
        self.0.set_message(name.to_owned());
        self.0.tick();
    }
}
