//! Questions to the user: AskUserQuestion.

use std::collections::BTreeMap;

use super::outcome::{Outcome, Payload, Problem, Review};
use super::registry::Tool;
use super::{Keys, Opened, ToolCall};
use crate::classify::ErrorClass;
use crate::json::{Entries, Field, object};
use crate::line::Str;
use crate::policy::TextPolicy;
use crate::result::{Question, QuestionsOutput};
use crate::table;
use crate::tables::Tables;

mod choice;
mod text;

table! {
    /// Questions that the model asked the user, and the answers. One row per question of a call of AskUserQuestion; one without a question for
    /// a call whose questions cannot be read. An answer that belongs to no question has a row of its own.
    mod questions [common: common, call: call_key] {
        parent: tool_calls,
        /// Place of the question in the call, from 0.
        key question_index: Int,
        /// What says that it was asked: input, result, answer (an answer to it). NULL where nothing does.
        best question_source: Opt<Text>,
        /// First 4 KiB of the question. NULL where it cannot be read. Source: `question`.
        best question: Opt<Text>,
        /// Length of the whole question. NULL where it cannot be read.
        best question_bytes: Opt<Int>,
        /// Short label of the question. NULL where there is none. Source: `header`.
        best header: Opt<Text>,
        /// Whether several options could be chosen. NULL where it is not said. Source: `multiSelect`.
        best multi_select: Opt<Bool>,
        /// Options that were offered. NULL where they cannot be read. Source: `options`.
        best option_count: Opt<Int>,
        /// Labels of the options, as a JSON array of strings; one of more than 4 KiB as a JSON string of its beginning. NULL where they cannot be read. Source: `label`.
        best options: Opt<Text>,
        /// Length of the descriptions of all options. NULL where the options cannot be read. Source: `description`.
        best option_descriptions_bytes: Opt<Int>,
        /// Options that had a preview. NULL where the options cannot be read. Source: `preview`.
        best option_previews: Opt<Int>,
        /// Length of the previews of all options. NULL where the options cannot be read.
        best option_previews_bytes: Opt<Int>,
        /// Why it was asked, as the program notes for its statistics. NULL where it does not. Source: `metadata.source`.
        best metadata_source: Opt<Text>,
        /// First 4 KiB of the answer. NULL where there is none. Source: `answers`, else the text of the result.
        best answer: Opt<Text>,
        /// Length of the whole answer. NULL where there is none.
        best answer_bytes: Opt<Int>,
        /// What the answer is: option, several (options), free_text (words of the user's own, also beside options), none. NULL where it is not known, nothing was answered
        /// for a reason, or there is no result.
        best answer_kind: Opt<Text>,
        /// Options that the answer names. NULL where there is no answer, or the options cannot be read.
        best chosen_options: Opt<Int>,
        /// First 4 KiB of what the user noted beside the answer. NULL where nothing was. Source: `annotations.notes`.
        best notes: Opt<Text>,
        /// Length of the whole note. NULL where there is none.
        best notes_bytes: Opt<Int>,
        /// Length of the preview of the option that was chosen. NULL where there is none. Source: `annotations.preview`.
        best chosen_preview_bytes: Opt<Int>,
        /// How it went unanswered: skipped, replied_in_chat, dismissed. NULL where it was answered or the result does not say. Source: `annotations.unanswered`.
        best unanswered: Opt<Text>,
        /// First 4 KiB of what the user said instead of answering any question of the call. NULL where nothing was. Source: `response`, else the text of the result.
        best response: Opt<Text>,
        /// Length of all that the user said instead. NULL where nothing was.
        best response_bytes: Opt<Int>,
        /// Time without a user after which the questions of the call went away by themselves. NULL where they did not. Source: `afkTimeoutMs`.
        best afk_timeout_ms: Opt<Int>,
        /// Why no question of the call was answered: denied, interrupted, invalid, other. NULL where one could be or there is no result.
        best fail_reason: Opt<Text>,
    }
}

/// The tools.
pub(crate) static TOOLS: &[Tool] =
    &[Tool::new("AskUserQuestion", &[&questions::TABLE], |_, input, policy| Opened::read(input, |input| QuestionCall::open(input, policy)))
        .asks(false)
        .seen("2.0.37", "2.1.219")];

object! {
    /// The input of a call. An old one has one question.
    struct Input<'a> {
        questions: Field<Vec<Field<Question<'a>>>> = "questions",
        question: Str<'a> = "question",
        metadata: Field<Metadata<'a>> = "metadata",
    } ignored: "answers", "annotations";

    /// What the program notes for its statistics.
    struct Metadata<'a> {
        source: Str<'a> = "source",
    }
}

/// Questions that were called.
#[derive(Debug)]
pub(crate) struct QuestionCall {
    policy: TextPolicy,
    asked: Vec<Asked>,
    metadata_source: Option<String>,
    result: Option<Answers>,
}

/// A question.
#[derive(Clone, Debug, Default)]
struct Asked {
    question: Option<String>,
    header: Option<String>,
    multi_select: Option<bool>,
    labels: Option<Vec<String>>,
    descriptions_bytes: i64,
    previews: Vec<i64>,
}

/// What became of the questions.
#[derive(Debug, Default)]
struct Answers {
    /// The questions, as the result repeats them.
    asked: Vec<Asked>,
    answers: BTreeMap<String, String>,
    /// Whether a question without an answer has none.
    whole: bool,
    notes: BTreeMap<String, Note>,
    response: Option<String>,
    afk_timeout_ms: Option<i64>,
    fail_reason: Option<&'static str>,
}

/// What was noted beside an answer.
#[derive(Debug, Default)]
struct Note {
    notes: Option<String>,
    preview_bytes: Option<i64>,
    unanswered: Option<String>,
}

impl Asked {
    fn of(question: &Question<'_>) -> Self {
        let texts = |text: Option<&str>| text.map_or(0, |text| text.len() as i64);
        Self {
            question: question.question.owned(),
            header: question.header.owned(),
            multi_select: question.multi_select.copied(),
            labels: question.options.get().map(|_| question.options().map(|option| option.label().unwrap_or_default().to_owned()).collect()),
            descriptions_bytes: question.options().map(|option| texts(option.description())).sum(),
            previews: question.options().filter_map(|option| option.preview().measure()).map(|preview| preview.bytes).collect(),
        }
    }

    fn all(questions: &Field<Vec<Field<Question<'_>>>>) -> Vec<Self> {
        questions.get().into_iter().flatten().map(|question| question.get().map(Self::of).unwrap_or_default()).collect()
    }
}

impl QuestionCall {
    fn open(input: &Input<'_>, policy: TextPolicy) -> Self {
        let mut asked = Asked::all(&input.questions);
        if asked.is_empty() && input.question.is_some() {
            asked.push(Asked { question: input.question.owned(), ..Asked::default() });
        }
        let metadata_source = input.metadata.get().and_then(|metadata| metadata.source.owned());
        Self { policy, asked, metadata_source, result: None }
    }
}

impl Answers {
    /// Of a structured payload.
    fn of_output(output: &QuestionsOutput<'_>) -> Self {
        let answers = output.answers.get();
        let notes = output.annotations.get().into_iter().flat_map(Entries::iter).map(|(question, note)| {
            let note = Note {
                notes: note.notes().map(str::to_owned),
                preview_bytes: note.preview().map(|preview| preview.len() as i64),
                unanswered: note.unanswered().map(str::to_owned),
            };
            (question.to_owned(), note)
        });
        Self {
            asked: Asked::all(&output.questions),
            answers: answers.into_iter().flat_map(Entries::iter).map(|(question, answer)| (question.to_owned(), answer.to_string())).collect(),
            // An answer that is no text is not none.
            whole: answers.is_some_and(|answers| !answers.is_partial()) || output.response.is_some(),
            notes: notes.collect(),
            response: output.response.owned(),
            afk_timeout_ms: output.afk_timeout_ms.copied().map(|timeout| timeout.0),
            fail_reason: None,
        }
    }

    /// Of the text alone.
    fn of_text(text: &str, asked: &[Asked]) -> Self {
        if let Some(response) = text.strip_prefix(text::RESPONDED) {
            return Self { response: Some(response.to_owned()), whole: true, ..Self::default() };
        }
        let questions: Vec<&str> = asked.iter().filter_map(|asked| asked.question.as_deref()).collect();
        Self { answers: text::answers(text, &questions), ..Self::default() }
    }
}

/// A part of the payload that has no place in the rows.
fn lost(output: &QuestionsOutput<'_>) -> Option<Problem> {
    let answers = output.answers.get().is_some_and(Entries::is_partial);
    let notes = output.annotations.get().is_some_and(Entries::is_partial);
    answers.then_some("answers").or(notes.then_some("annotations")).map(|field| Problem::Field(field.into()))
}

fn fail_reason(class: ErrorClass) -> &'static str {
    match class {
        class if class.is_denial() => "denied",
        ErrorClass::Interrupted => "interrupted",
        ErrorClass::Validation => "invalid",
        _ => "other",
    }
}

impl ToolCall for QuestionCall {
    fn result(&mut self, outcome: &Outcome<'_>) -> Review {
        let (output, review) = outcome.output::<QuestionsOutput<'_>>();
        let output = output.as_deref();
        self.result = Some(match (outcome.class, output) {
            (Some(class), _) => Answers { fail_reason: Some(fail_reason(class)), ..Answers::default() },
            (None, Some(output)) => Answers::of_output(output),
            (None, None) if matches!(outcome.payload, Payload::Absent) => Answers::of_text(&outcome.content(), &self.asked),
            (None, None) => Answers::default(),
        });
        Review { problem: review.problem.or(output.and_then(lost)), ..review }
    }

    fn append(&self, keys: &Keys<'_>, tables: &mut Tables) {
        let none = Answers::default();
        let result = self.result.as_ref().unwrap_or(&none);
        let (asked, source) = if self.asked.is_empty() { (&result.asked, "result") } else { (&self.asked, "input") };
        let is_asked = |question: &String| asked.iter().any(|asked| asked.question.as_ref() == Some(question));
        let answered = result.answers.keys().filter(|question| !is_asked(question));
        let answered: Vec<Asked> = answered.map(|question| Asked { question: Some(question.clone()), ..Asked::default() }).collect();
        let unreadable = [Asked::default()];
        let mut rows: Vec<(&Asked, Option<&'static str>)> = asked.iter().map(|asked| (asked, Some(source))).collect();
        rows.extend(answered.iter().map(|asked| (asked, Some("answer"))));
        if rows.is_empty() {
            rows.push((&unreadable[0], None));
        }
        for (index, (asked, source)) in (0..).zip(rows) {
            self.append_row(keys, tables, index, asked, source, result);
        }
    }
}

impl QuestionCall {
    fn append_row(&self, keys: &Keys<'_>, tables: &mut Tables, index: i64, asked: &Asked, source: Option<&'static str>, result: &Answers) {
        let policy = self.policy;
        let question = asked.question.as_deref();
        let note = question.and_then(|question| result.notes.get(question));
        let unanswered = note.and_then(|note| note.unanswered.as_deref());
        let answer = question.and_then(|question| result.answers.get(question)).map(String::as_str);
        let (answer_kind, chosen_options) = match answer.filter(|answer| !answer.is_empty() && unanswered.is_none()) {
            Some(answer) => {
                let choice = choice::of(answer, asked.labels.as_deref(), asked.multi_select == Some(true));
                (choice.map(|choice| choice.kind), choice.map(|choice| choice.options))
            }
            None => ((answer.is_some() || unanswered.is_some() || result.whole).then_some("none"), None),
        };
        let notes = note.and_then(|note| note.notes.as_deref());
        let response = result.response.as_deref();
        let labels = asked.labels.as_ref();
        let options = labels.and_then(|labels| policy.json(&serde_json::Value::from(labels.as_slice()).to_string()));
        let bytes = |text: Option<&str>| text.map(|text| text.len() as i64);
        let prose = |text: Option<&str>| text.and_then(|text| policy.prose(text)).map(str::to_owned);
        let [kept_question, header, kept_answer, kept_notes, kept_response] = [question, asked.header.as_deref(), answer, notes, response].map(prose);
        let row = questions::Row {
            common: keys.common,
            call: keys.call,
            question_index: index,
            question_source: source,
            question: kept_question.as_deref(),
            question_bytes: bytes(question),
            header: header.as_deref(),
            multi_select: asked.multi_select,
            option_count: labels.map(|labels| labels.len() as i64),
            options: options.as_deref(),
            option_descriptions_bytes: labels.map(|_| asked.descriptions_bytes),
            option_previews: labels.map(|_| asked.previews.len() as i64),
            option_previews_bytes: labels.map(|_| asked.previews.iter().sum()),
            metadata_source: self.metadata_source.as_deref(),
            answer: kept_answer.as_deref(),
            answer_bytes: bytes(answer),
            answer_kind,
            chosen_options,
            notes: kept_notes.as_deref(),
            notes_bytes: bytes(notes),
            chosen_preview_bytes: note.and_then(|note| note.preview_bytes),
            unanswered,
            response: kept_response.as_deref(),
            response_bytes: bytes(response),
            afk_timeout_ms: result.afk_timeout_ms,
            fail_reason: result.fail_reason,
        };
        tables.questions.append(keys.origin, &row);
    }
}

#[cfg(test)]
mod tests;
