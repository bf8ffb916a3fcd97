//! Whether a request has a cost, and what that cost assumes.

use std::borrow::Cow;

/// Whether a request has a cost.
///
/// As text it is one word; where a price rests on something that the transcript or the price table does not say, the flags
/// follow `priced` after commas, always in the order of [`Flag::ALL`]: `priced,assumed_5m,date_extrapolated`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// `priced`: the cost is known.
    Priced(Flags),
    /// `unpriced_model`: no price row names the model, or none does on that day.
    UnpricedModel,
    /// `unpriced_part`: the row has no price for something that the request used.
    UnpricedPart,
    /// `no_usage`: the transcript does not say what the request used.
    NoUsage,
    /// `out_of_range`: a count above 10¹², or a million dollars and more. Such numbers are damage.
    OutOfRange,
    /// `synthetic`: a message of the client itself, not a model call. It cost nothing.
    Synthetic,
}

impl Status {
    /// The status as the text of a column.
    pub fn as_text(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Status::Priced(flags) if *flags == Flags::default() => "priced",
            Status::Priced(flags) => {
                let flags: String = flags.iter().map(|flag| format!(",{}", flag.name())).collect();
                return Cow::Owned(format!("priced{flags}"));
            }
            Status::UnpricedModel => "unpriced_model",
            Status::UnpricedPart => "unpriced_part",
            Status::NoUsage => "no_usage",
            Status::OutOfRange => "out_of_range",
            Status::Synthetic => "synthetic",
        })
    }
}

/// Something that a cost assumes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flag {
    /// `assumed_5m`: usage does not split the cache writes; they have the price of 5 minutes.
    Assumed5m,
    /// `date_extrapolated`: the time is not known, or before the first price of the model.
    DateExtrapolated,
    /// `fast_unpriced`: fast mode has no price here; list price.
    FastUnpriced,
    /// `speed_unknown`: a speed that is not known; list price.
    SpeedUnknown,
    /// `tier_unknown`: a service tier with a price by contract, or not known; list price.
    TierUnknown,
    /// `geo_unknown`: a place of inference that is not known; list price.
    GeoUnknown,
    /// `provider_region_unknown`: a cloud that asks 10 % more in a region, and nothing that tells the region; list price.
    ProviderRegionUnknown,
    /// `fallback_estimate`: an attempt of which it is not known whether it was billed.
    FallbackEstimate,
}

impl Flag {
    /// All flags, in the order in which they are written.
    pub const ALL: [Flag; 8] = [
        Flag::Assumed5m,
        Flag::DateExtrapolated,
        Flag::FastUnpriced,
        Flag::SpeedUnknown,
        Flag::TierUnknown,
        Flag::GeoUnknown,
        Flag::ProviderRegionUnknown,
        Flag::FallbackEstimate,
    ];

    /// The flag as text.
    pub fn name(self) -> &'static str {
        match self {
            Flag::Assumed5m => "assumed_5m",
            Flag::DateExtrapolated => "date_extrapolated",
            Flag::FastUnpriced => "fast_unpriced",
            Flag::SpeedUnknown => "speed_unknown",
            Flag::TierUnknown => "tier_unknown",
            Flag::GeoUnknown => "geo_unknown",
            Flag::ProviderRegionUnknown => "provider_region_unknown",
            Flag::FallbackEstimate => "fallback_estimate",
        }
    }
}

/// A set of flags.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags(u8);

impl Flags {
    /// Adds a flag, if it applies.
    pub(crate) fn add(&mut self, flag: Flag, applies: bool) {
        self.0 |= u8::from(applies) << flag as u8;
    }

    /// Whether a flag is set.
    pub fn contains(self, flag: Flag) -> bool {
        self.0 & (1 << flag as u8) != 0
    }

    /// The flags that are set, in the order of [`Flag::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Flag> {
        Flag::ALL.into_iter().filter(move |flag| self.contains(*flag))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_written_in_one_order() {
        let mut flags = Flags::default();
        assert_eq!(Status::Priced(flags).as_text(), "priced");
        for flag in Flag::ALL.into_iter().rev() {
            flags.add(flag, true);
            flags.add(flag, false);
        }
        let text =
            "priced,assumed_5m,date_extrapolated,fast_unpriced,speed_unknown,tier_unknown,geo_unknown,provider_region_unknown,fallback_estimate";
        assert_eq!(Status::Priced(flags).as_text(), text);
    }
}
