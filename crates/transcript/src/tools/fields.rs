//! The fields of one JSON object, read by their paths.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;

use super::outcome::{Problem, Review};
use crate::json::{self, Field, Members, Raw, Rounded, Take};
use crate::line::Instant;
use crate::policy::TextPolicy;
use crate::text::{Measure, decode_json, measure_json};

/// The path of a list that is the whole payload.
pub(crate) const WHOLE: &str = "[]";
/// The path of an object that is free to have any key.
const ANY: &str = "*";

/// What an object has at the paths that are known, and the paths that are not known.
///
/// A path is a key, or keys joined by dots. A reader takes several: the spellings of one field, of which the last in the
/// object counts. A value of the wrong type reads as none, and is remembered.
#[derive(Debug)]
pub(crate) struct Fields<'a> {
    policy: TextPolicy,
    values: Vec<(&'static str, Raw<'a>)>,
    /// Keys of an object that is free to have any.
    free: Vec<String>,
    unknown: RefCell<Vec<String>>,
    wrong: RefCell<Option<Cow<'static, str>>>,
}

impl<'a> Fields<'a> {
    /// No fields at all.
    pub(crate) fn none(policy: TextPolicy) -> Self {
        Self { policy, values: Vec::new(), free: Vec::new(), unknown: RefCell::default(), wrong: RefCell::default() }
    }

    /// The fields of a JSON text. NULL where it is no object.
    pub(crate) fn of(json: &'a str, known: impl Iterator<Item = &'static str> + Clone, policy: TextPolicy) -> Option<Self> {
        let mut fields = Self::none(policy);
        fields.take(json, "", &known).then_some(fields)
    }

    /// Takes in an object that is at a path, if it is one.
    fn take(&mut self, json: &'a str, at: &str, known: &(impl Iterator<Item = &'static str> + Clone)) -> bool {
        let Ok(Field::Is(members)) = json::read::<Members<'_>>(json) else { return false };
        for (key, value) in last_of_each(members) {
            let path = if at.is_empty() { key } else { Cow::Owned(format!("{at}.{key}")) };
            let leaf = known.clone().find(|known| *known == path);
            let part = known.clone().find(|known| known.strip_prefix(&*path).is_some_and(|below| below.starts_with('.')));
            let is_taken = part.is_some() && value.json().is_some_and(|json| self.take(json, &path, known));
            match (leaf, part) {
                _ if is_taken => {}
                (Some(leaf), _) => self.values.push((leaf, value)),
                (None, Some(part)) => value.json().into_iter().for_each(|_| self.wrong(&part[..path.len()])),
                (None, None) if known.clone().any(|known| known == ANY) => self.free.push(path.into_owned()),
                (None, None) => self.unknown.get_mut().push(path.into_owned()),
            }
        }
        true
    }

    /// What is not known or of the wrong type.
    pub(crate) fn review(self, problem: impl Fn(Cow<'static, str>) -> Problem) -> Review {
        Review { problem: self.wrong.into_inner().map(problem), unknown: self.unknown.into_inner() }
    }

    fn wrong(&self, path: impl Into<Cow<'static, str>>) {
        self.wrong.borrow_mut().get_or_insert_with(|| path.into());
    }

    fn last(&self, paths: &[&str]) -> Option<(&'static str, Raw<'a>)> {
        self.values.iter().rev().find(|(path, _)| paths.contains(path)).copied()
    }

    /// The value, read as a type.
    fn value<T: Take<'a>>(&self, paths: &[&str]) -> Option<T> {
        let (path, raw) = self.last(paths)?;
        match json::read(raw.json()?) {
            Ok(Field::Is(value)) => Some(value),
            _ => {
                self.wrong(path);
                None
            }
        }
    }

    /// A word, which every policy keeps.
    pub(crate) fn text(&self, paths: &[&str]) -> Option<String> {
        self.value::<Cow<'_, str>>(paths).map(Cow::into_owned)
    }

    /// An id, which may be written as a number.
    pub(crate) fn id(&self, paths: &[&str]) -> Option<String> {
        match self.last(paths)?.1.json()? {
            number if number.starts_with(|first: char| first.is_ascii_digit()) => Some(number.to_owned()),
            _ => self.text(paths),
        }
    }

    /// A path, command or other text that must stay comparable.
    pub(crate) fn name(&self, paths: &[&str]) -> Option<String> {
        self.value::<Cow<'_, str>>(paths).map(|text| self.policy.name(&text).into_owned())
    }

    /// Free text, up to the length that the policy keeps.
    pub(crate) fn prose(&self, paths: &[&str]) -> Option<String> {
        self.policy.prose(&self.value::<Cow<'_, str>>(paths)?).map(str::to_owned)
    }

    /// Any value, as JSON.
    pub(crate) fn json(&self, paths: &[&str]) -> Option<String> {
        self.policy.json(self.last(paths)?.1.json()?)
    }

    /// Size of any value, as JSON.
    pub(crate) fn json_bytes(&self, paths: &[&str]) -> Option<i64> {
        Some(self.last(paths)?.1.json()?.len() as i64)
    }

    /// A whole number.
    pub(crate) fn int(&self, paths: &[&str]) -> Option<i64> {
        self.value(paths)
    }

    /// A number that can have a fraction, rounded.
    pub(crate) fn rounded(&self, paths: &[&str]) -> Option<i64> {
        self.value::<Rounded>(paths).map(|rounded| rounded.0)
    }

    /// Seconds that can have a fraction, in milliseconds.
    pub(crate) fn seconds(&self, paths: &[&str]) -> Option<i64> {
        self.value::<Seconds>(paths).map(|seconds| seconds.0)
    }

    /// A truth value.
    pub(crate) fn flag(&self, paths: &[&str]) -> Option<bool> {
        self.value(paths)
    }

    /// An instant: ISO 8601 text, or a number since 1970.
    pub(crate) fn instant(&self, paths: &[&str]) -> Option<i64> {
        self.value::<Instant>(paths).map(|instant| instant.0)
    }

    /// An instant, or 0 for never.
    pub(crate) fn instant_if_any(&self, paths: &[&str]) -> Option<i64> {
        let is_never = self.last(paths).is_some_and(|(_, raw)| raw.json() == Some("0"));
        if is_never { None } else { self.instant(paths) }
    }

    /// The measure of a body, which is not kept.
    fn measure(&self, paths: &[&str]) -> Option<Measure> {
        let (path, raw) = self.last(paths)?;
        raw.json()?;
        let measure = raw.string().and_then(measure_json);
        if measure.is_none() {
            self.wrong(path);
        }
        measure
    }

    /// Length of a body.
    pub(crate) fn bytes(&self, paths: &[&str]) -> Option<i64> {
        self.measure(paths).map(|measure| measure.bytes)
    }

    /// Length of a body.
    pub(crate) fn chars(&self, paths: &[&str]) -> Option<i64> {
        self.measure(paths).map(|measure| measure.chars)
    }

    /// Lines of a body.
    pub(crate) fn lines(&self, paths: &[&str]) -> Option<i64> {
        self.measure(paths).map(|measure| measure.lines)
    }

    /// Hash of a body.
    pub(crate) fn hash(&self, paths: &[&str]) -> Option<i64> {
        self.measure(paths).map(|measure| measure.hash)
    }

    /// The elements of a list, which may be given as the text of its JSON.
    pub(crate) fn list(&self, paths: &[&str]) -> Option<Vec<Cow<'a, str>>> {
        let (path, raw) = self.last(paths)?;
        let elements = match raw.json()? {
            text if text.starts_with('"') => decode_json(text).and_then(|json| Some(elements(&json)?.into_iter().map(Cow::Owned).collect())),
            json => borrowed_elements(json).map(|elements| elements.into_iter().map(Cow::Borrowed).collect()),
        };
        if elements.is_none() {
            self.wrong(path);
        }
        elements
    }

    /// The elements of a list of objects.
    pub(crate) fn objects<T>(
        &self,
        paths: &[&'static str],
        known: impl Iterator<Item = &'static str> + Clone,
        read: impl Fn(&Fields<'_>) -> T,
    ) -> Option<Vec<T>> {
        let (path, _) = self.last(paths)?;
        Some(self.list(paths)?.iter().map(|json| self.element(path, json, known.clone(), &read)).collect())
    }

    /// An element of the list at a path, which is to be an object. Another one has no fields, and is remembered.
    pub(crate) fn element<T>(
        &self,
        path: &'static str,
        json: &str,
        known: impl Iterator<Item = &'static str> + Clone,
        read: impl Fn(&Fields<'_>) -> T,
    ) -> T {
        let fields = Fields::of(json, known, self.policy).unwrap_or_else(|| {
            self.wrong(path);
            Fields::none(self.policy)
        });
        let value = read(&fields);
        let within = |key: &str| if path == WHOLE { format!("{path}.{key}") } else { format!("{path}[].{key}") };
        fields.wrong.into_inner().into_iter().for_each(|key| self.wrong(within(&key)));
        self.unknown.borrow_mut().extend(fields.unknown.into_inner().iter().map(|key| within(key)));
        value
    }

    /// Number of elements of a list.
    pub(crate) fn count(&self, paths: &[&str]) -> Option<i64> {
        self.list(paths).map(|elements| elements.len() as i64)
    }

    /// Words of a list, joined by commas; those that are no text are left out, and remembered.
    pub(crate) fn joined(&self, paths: &[&str]) -> Option<String> {
        self.joined_as(paths, str::to_owned)
    }

    /// Ids of a list, which may be written as numbers, joined by commas.
    pub(crate) fn ids(&self, paths: &[&str]) -> Option<String> {
        let is_number = |json: &str| json.starts_with(|first: char| first.is_ascii_digit());
        self.joined_by(paths, |json| if is_number(json) { Some(json.to_owned()) } else { decode_json(json).map(Cow::into_owned) })
    }

    /// Names of a list, joined by commas.
    pub(crate) fn names(&self, paths: &[&str]) -> Option<String> {
        self.joined_as(paths, |text| self.policy.name(text).into_owned())
    }

    fn joined_as(&self, paths: &[&str], kept: impl Fn(&str) -> String) -> Option<String> {
        self.joined_by(paths, |json| decode_json(json).map(|text| kept(&text)))
    }

    fn joined_by(&self, paths: &[&str], read: impl Fn(&str) -> Option<String>) -> Option<String> {
        let elements = self.list(paths)?;
        let texts: Vec<_> = elements.iter().filter_map(|element| read(element)).collect();
        if texts.len() < elements.len() {
            self.last(paths).into_iter().for_each(|(path, _)| self.wrong(path));
        }
        Some(texts.join(","))
    }

    /// Keys of an object that is free to have any, joined by commas. NULL where it has none.
    pub(crate) fn free_keys(&self, _: &[&str]) -> Option<String> {
        let names = self.free.iter().map(|key| self.policy.name(key)).collect::<Vec<_>>();
        (!names.is_empty()).then(|| names.join(","))
    }

    /// Size of an object, as JSON.
    pub(crate) fn object_bytes(&self, paths: &[&str]) -> Option<i64> {
        self.value::<Members<'_>>(paths)?;
        self.json_bytes(paths)
    }

    /// Keys of an object, joined by commas.
    pub(crate) fn keys(&self, paths: &[&str]) -> Option<String> {
        let members = last_of_each(self.value::<Members<'_>>(paths)?);
        Some(members.map(|(key, _)| self.policy.name(&key).into_owned()).collect::<Vec<_>>().join(","))
    }
}

/// The members of an object, of a repeated key the last.
fn last_of_each<'a>(members: Members<'a>) -> impl Iterator<Item = (Cow<'a, str>, Raw<'a>)> {
    let last: HashMap<&str, usize> = members.iter().zip(0..).map(|((key, _), place)| (&**key, place)).collect();
    let is_last: Vec<bool> = members.iter().zip(0..).map(|((key, _), place)| last.get(&**key) == Some(&place)).collect();
    members.into_iter().zip(is_last).filter_map(|(member, is_last)| is_last.then_some(member))
}

/// The elements of an array, as JSON.
fn borrowed_elements(json: &str) -> Option<Vec<&str>> {
    match json::read::<Vec<Raw<'_>>>(json) {
        Ok(Field::Is(elements)) => Some(elements.into_iter().map(|element| element.json().unwrap_or("null")).collect()),
        _ => None,
    }
}

fn elements(json: &str) -> Option<Vec<String>> {
    Some(borrowed_elements(json)?.into_iter().map(str::to_owned).collect())
}

/// A span in seconds, held in milliseconds.
struct Seconds(i64);

impl Take<'_> for Seconds {
    fn text(text: &str) -> Option<Self> {
        Self::real(text.parse().ok()?)
    }

    fn int(number: i64) -> Option<Self> {
        number.checked_mul(1000).map(Seconds)
    }

    fn real(number: f64) -> Option<Self> {
        (number.abs() <= 9_007_199_254_740.0).then_some(Seconds((number * 1000.0).round() as i64))
    }
}

#[cfg(test)]
mod tests;
