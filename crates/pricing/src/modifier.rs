//! Modifiers: what multiplies the list price of a request.

use crate::{
    request::{Kind, Request},
    row::PriceRow,
    status::{Flag, Flags},
};

/// What multiplies the price of tokens. Fees for searches are never multiplied.
#[derive(Clone, Copy, Default)]
pub(crate) struct Modifiers {
    /// Fast mode, in millionths.
    pub(crate) fast: Option<i64>,
    /// Inference in the US only: 11/10.
    pub(crate) geo_us: bool,
    /// Batch processing: 1/2.
    pub(crate) batch: bool,
}

impl Modifiers {
    /// The modifiers of a request at the prices of a row, and what they leave open.
    pub(crate) fn of(request: &Request<'_>, named_fast: bool, row: &PriceRow) -> (Modifiers, Flags) {
        let (mut modifiers, mut flags) = (Modifiers::default(), Flags::default());
        // An advisor is called at standard speed, however fast the model is that calls it.
        if request.kind != Kind::Advisor {
            match request.speed.unwrap_or("") {
                speed if named_fast || speed == "fast" => {
                    modifiers.fast = row.fast_multiplier;
                    flags.add(Flag::FastUnpriced, row.fast_multiplier.is_none());
                }
                "" | "standard" => {}
                _ => flags.add(Flag::SpeedUnknown, true),
            }
        }
        match request.inference_geo.unwrap_or("") {
            // The prices of Bedrock are those of the region already.
            "us" => modifiers.geo_us = row.provider != "bedrock",
            "" | "global" | "not_available" => {}
            _ => flags.add(Flag::GeoUnknown, true),
        }
        match request.service_tier.unwrap_or("") {
            // There is no fast batch: one of the two is not what it seems, and the higher price is the safe one.
            "batch" if modifiers.fast.is_none() => modifiers.batch = true,
            "" | "standard" => {}
            _ => flags.add(Flag::TierUnknown, true),
        }
        (modifiers, flags)
    }

    /// All of them as one fraction, so that a price is rounded once.
    pub(crate) fn fraction(self) -> (i128, i128) {
        let (mut numerator, mut denominator) = self.fast.map_or((1, 1), |millionths| (i128::from(millionths), 1_000_000));
        if self.geo_us {
            (numerator, denominator) = (numerator * 11, denominator * 10);
        }
        if self.batch {
            denominator *= 2;
        }
        (numerator, denominator)
    }
}
