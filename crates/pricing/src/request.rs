//! What a request used, as far as its price depends on it.

/// What a row of usage is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// The response itself.
    #[default]
    Main,
    /// A call of an advisor model within it: its own model and tokens, never fast mode.
    Advisor,
    /// An attempt that was refused or failed over. Whether it was billed is not known: its cost is an estimate, and cache
    /// writes count as those for 5 minutes.
    Attempt,
}

/// Tokens by kind. None: usage does not say. A negative count is read as 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tokens {
    /// Input that was not cached.
    pub input: Option<i64>,
    /// Output, thinking included.
    pub output: Option<i64>,
    /// Tokens read from the cache.
    pub cache_read: Option<i64>,
    /// Tokens written to the cache for 5 minutes.
    pub cache_write_5m: Option<i64>,
    /// Tokens written to the cache for an hour.
    pub cache_write_1h: Option<i64>,
}

impl Tokens {
    /// The tokens of a part of the bill.
    pub(crate) fn of(&self, part: Part) -> Option<i64> {
        let count = match part {
            Part::Input => self.input,
            Part::Output => self.output,
            Part::CacheRead => self.cache_read,
            Part::CacheWrite5m => self.cache_write_5m,
            Part::CacheWrite1h => self.cache_write_1h,
        };
        count.map(|count| count.max(0))
    }

    /// Size of the prompt.
    pub(crate) fn prompt(&self) -> i64 {
        let parts = [Part::Input, Part::CacheRead, Part::CacheWrite5m, Part::CacheWrite1h];
        parts.into_iter().filter_map(|part| self.of(part)).fold(0, i64::saturating_add)
    }
}

/// A request of a model, borrowed from wherever it is stored. Text is as the transcript has it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Request<'a> {
    /// What the request is.
    pub kind: Kind,
    /// The model. None: the transcript names none.
    pub model: Option<&'a str>,
    /// When it was, in microseconds since 1970, UTC. None: not known.
    pub ts: Option<i64>,
    /// Who served it, as far as other ids tell: bedrock, vertex. None: they do not.
    pub provider: Option<&'a str>,
    /// `usage.speed`. None, empty and standard are the same.
    pub speed: Option<&'a str>,
    /// `usage.inference_geo`. None, empty, global and not_available are the same.
    pub inference_geo: Option<&'a str>,
    /// `usage.service_tier`. None, empty and standard are the same.
    pub service_tier: Option<&'a str>,
    /// What it used, cache writes split by how long they last.
    pub tokens: Tokens,
    /// Whether usage itself split the cache writes; if not, all of them count as 5 minutes.
    pub cache_write_split: bool,
    /// Web searches, billed one by one. None: usage does not say.
    pub web_search_requests: Option<i64>,
    /// The model calls that the request consists of (`message` entries of `usage.iterations`), if it has more than one.
    /// Where they add up to `tokens`, each is held against the threshold of long prompts by itself.
    pub iterations: &'a [Tokens],
}

impl<'a> Request<'a> {
    /// The model calls whose prompts count one by one.
    pub(crate) fn calls(&'a self) -> &'a [Tokens] {
        let sum = |part| self.iterations.iter().filter_map(|call| call.of(part)).fold(0, i64::saturating_add);
        let adds_up = Part::ALL.into_iter().all(|part| sum(part) == self.tokens.of(part).unwrap_or(0));
        if adds_up && !self.iterations.is_empty() { self.iterations } else { std::slice::from_ref(&self.tokens) }
    }
}

/// A part of the bill: tokens that have a price of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Input,
    Output,
    CacheRead,
    CacheWrite5m,
    CacheWrite1h,
}

impl Part {
    /// All parts, in the order of the bill.
    pub(crate) const ALL: [Part; 5] = [Part::Input, Part::Output, Part::CacheRead, Part::CacheWrite5m, Part::CacheWrite1h];

    /// What a reader calls it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Part::Input => "input",
            Part::Output => "output",
            Part::CacheRead => "cache read",
            Part::CacheWrite5m => "cache write, 5 minutes",
            Part::CacheWrite1h => "cache write, 1 hour",
        }
    }
}
