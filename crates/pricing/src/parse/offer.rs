//! Offers: what lists of other projects say. One model has many prices there, one for each seller; a transcript names the
//! model and not the seller.

use std::collections::BTreeMap;

use crate::row::PriceRow;

/// The prices of a model at one seller.
pub(super) struct Offer {
    /// Whether this is the price of the name itself, not of a reseller's copy.
    pub(super) own: bool,
    /// One row, or several for days that follow each other; all with one pattern, and named.
    pub(super) rows: Vec<PriceRow>,
}

/// One offer for each pattern, ordered by pattern: the model's own, else the one that all sellers agree on. Where they do
/// not, there is none: an unknown price is better than a wrong one.
pub(super) fn settle(offers: Vec<Offer>) -> Vec<PriceRow> {
    let mut by_pattern = BTreeMap::<String, Vec<Offer>>::new();
    for offer in offers {
        if let Some(row) = offer.rows.first() {
            by_pattern.entry(row.pattern.as_str().to_owned()).or_default().push(offer);
        }
    }
    by_pattern.into_values().filter_map(pick).flat_map(|offer| offer.rows).collect()
}

fn pick(mut offers: Vec<Offer>) -> Option<Offer> {
    if offers.iter().any(|offer| offer.own) {
        offers.retain(|offer| offer.own);
    }
    let first = offers.swap_remove(0);
    let agrees = |other: &Offer| first.rows.len() == other.rows.len() && first.rows.iter().zip(&other.rows).all(|(a, b)| a.costs_like(b));
    offers.iter().all(agrees).then_some(first)
}
