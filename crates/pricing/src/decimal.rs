//! Decimal numbers, read from text and written as text without floats.

/// A decimal number that is not negative: `digits` × 10^-`scale`.
pub(crate) struct Decimal {
    digits: i128,
    scale: i32,
}

impl Decimal {
    /// Reads `12`, `0.25` or `1.25e-05`. None if the text is anything else, or has more than 30 digits.
    pub(crate) fn parse(text: &str) -> Option<Decimal> {
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
            None => (text, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = format!("{whole}{fraction}");
        if whole.is_empty() || digits.len() > 30 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let scale = i32::try_from(fraction.len()).ok()?.checked_sub(exponent)?;
        Some(Decimal { digits: digits.parse().ok()?, scale })
    }

    /// The number in units of 10^-`places`. None if that is no integer, or too large.
    pub(crate) fn exact(&self, places: i32) -> Option<i64> {
        let (numerator, denominator) = self.fraction(places)?;
        (numerator % denominator == 0).then(|| i64::try_from(numerator / denominator).ok())?
    }

    /// The number in units of 10^-`places`, half to even. None if it is too large.
    pub(crate) fn rounded(&self, places: i32) -> Option<i64> {
        let (numerator, denominator) = self.fraction(places)?;
        i64::try_from(half_even(numerator, denominator)).ok()
    }

    /// The number in units of 10^-`places` as a fraction.
    fn fraction(&self, places: i32) -> Option<(i128, i128)> {
        let shift = places.checked_sub(self.scale)?;
        let power = 10_i128.checked_pow(shift.unsigned_abs())?;
        if shift >= 0 { Some((self.digits.checked_mul(power)?, 1)) } else { Some((self.digits, power)) }
    }
}

/// The quotient of two numbers that are not negative, rounded to the nearest integer, half to even.
pub(crate) fn half_even(numerator: i128, denominator: i128) -> i128 {
    // Most fractions are whole, and 128 bits are slow to divide.
    if denominator == 1 {
        return numerator;
    }
    let quotient = numerator / denominator;
    let rest = numerator - quotient * denominator;
    // Compares the rest with what is missing to the next integer, which never overflows.
    let up = match rest.cmp(&(denominator - rest)) {
        std::cmp::Ordering::Less => false,
        std::cmp::Ordering::Equal => quotient % 2 == 1,
        std::cmp::Ordering::Greater => true,
    };
    quotient + i128::from(up)
}

/// An amount of pico-dollars as dollars, exact, without zeros at the end: `0.0255005`.
pub fn dollars(pico: i128) -> String {
    fixed(pico, 12)
}

/// An integer of units of 10^-`places` as a decimal number without zeros at the end.
pub fn fixed(value: i128, places: usize) -> String {
    let sign = if value < 0 { "-" } else { "" };
    let digits = format!("{:0>width$}", value.unsigned_abs(), width = places + 1);
    let (whole, fraction) = digits.split_at(digits.len() - places);
    format!("{sign}{whole}.{fraction}").trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_exact_or_refused() {
        for (text, places, want) in [
            ("3", 6, Some(3_000_000)),
            ("0.025", 6, Some(25_000)),
            ("10.0", 9, Some(10_000_000_000)),
            ("1.25e-05", 12, Some(12_500_000)),
            ("5E2", 0, Some(500)),
            ("0", 6, Some(0)),
            ("0.0000005", 6, None),
            ("1e40", 6, None),
            ("1e-40", 6, None),
            ("9e18", 6, None),
        ] {
            assert_eq!(Decimal::parse(text).and_then(|number| number.exact(places)), want, "{text}");
        }
        for text in ["", "-1", "+1", ".5", "1,5", "1 ", "$3", "NaN", "1e", "0x10", "1.2.3", "1234567890123456789012345678901"] {
            assert!(Decimal::parse(text).is_none(), "{text}");
        }
    }

    #[test]
    fn noise_of_floats_is_rounded_away() {
        for (text, want) in [("9.499999999999999e-07", 950_000), ("1.0000000000000001e-07", 100_000), ("0.5e-12", 0), ("1.5e-12", 2), ("2.5e-12", 2)]
        {
            assert_eq!(Decimal::parse(text).and_then(|number| number.rounded(12)), Some(want), "{text}");
        }
    }

    #[test]
    fn dollars_have_all_digits() {
        for (pico, want) in [(0, "0"), (1, "0.000000000001"), (25_500_500_000, "0.0255005"), (5_000_000_000_000, "5"), (-1_500_000_000_000, "-1.5")] {
            assert_eq!(dollars(pico), want);
        }
    }
}
