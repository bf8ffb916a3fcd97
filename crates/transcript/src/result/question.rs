//! Results of questions to the user.

use super::base::typed;
use crate::json::{Body, Entries, Field, Rounded, object};
use crate::line::Str;

object! {
    /// The questions of a call and what became of them, in its input as in its payload.
    struct QuestionsOutput<'a> {
        questions: Field<Vec<Field<Question<'a>>>> = "questions",
        answers: Field<Entries<'a, std::borrow::Cow<'a, str>>> = "answers",
        annotations: Field<Entries<'a, QuestionAnnotation<'a>>> = "annotations",
        response: Str<'a> = "response",
        afk_timeout_ms: Field<Rounded> = "afkTimeoutMs" | "afk_timeout_ms",
    } ignored:;

    /// A question that was asked.
    pub struct Question<'a> {
        question: Str<'a> = "question",
        header: Str<'a> = "header",
        multi_select: Field<bool> = "multiSelect" | "multi_select",
        options: Field<Vec<Field<QuestionOption<'a>>>> = "options",
    }

    /// An answer that was offered.
    pub struct QuestionOption<'a> {
        label: Str<'a> = "label",
        description: Str<'a> = "description",
        preview: Body<'a> = "preview",
    }

    /// What the user noted beside an answer.
    pub struct QuestionAnnotation<'a> {
        preview: Str<'a> = "preview",
        notes: Str<'a> = "notes",
        unanswered: Str<'a> = "unanswered",
    }
}

typed! {
    /// The answers to questions: the questions as they were asked, the answers, and what was noted beside them.
    struct AskUserQuestionResult of QuestionsOutput in AskUserQuestion;
}

impl<'a> AskUserQuestionResult<'a> {
    /// The questions.
    pub fn questions(&self) -> impl Iterator<Item = &Question<'a>> {
        self.fields.questions.get().into_iter().flatten().filter_map(Field::get)
    }

    /// The answers by the texts of the questions, in the order of those texts. Of several options the labels are joined by commas.
    /// An answer that is no text is left out.
    ///
    /// ```
    /// use cclake_transcript::result::ToolResult;
    ///
    /// let payload = r#"{"questions":[],"answers":{"Which one?":"The first","How many?":2}}"#;
    /// let ToolResult::AskUserQuestion(asked) = ToolResult::lift("AskUserQuestion", Some(payload)) else { unreachable!() };
    /// assert_eq!(asked.answers().collect::<Vec<_>>(), [("Which one?", "The first")]);
    /// assert_eq!((asked.answer("Which one?"), asked.answer("How many?")), (Some("The first"), None));
    /// ```
    pub fn answers(&self) -> impl Iterator<Item = (&str, &str)> {
        self.fields.answers.get().into_iter().flat_map(Entries::iter).map(|(question, answer)| (question, &**answer))
    }

    /// The answer to a question.
    pub fn answer(&self, question: &str) -> Option<&str> {
        self.fields.answers.get()?.get(question).map(|answer| &**answer)
    }

    /// What was noted beside answers, by the texts of the questions, in the order of those texts.
    pub fn annotations(&self) -> impl Iterator<Item = (&str, &QuestionAnnotation<'a>)> {
        self.fields.annotations.get().into_iter().flat_map(Entries::iter)
    }

    /// What was noted beside the answer to a question.
    pub fn annotation(&self, question: &str) -> Option<&QuestionAnnotation<'a>> {
        self.fields.annotations.get()?.get(question)
    }

    /// What the user said instead of answering.
    pub fn response(&self) -> Option<&str> {
        self.fields.response.str()
    }
}

impl<'a> Question<'a> {
    /// The question.
    pub fn question(&self) -> Option<&str> {
        self.question.str()
    }

    /// Its short label.
    pub fn header(&self) -> Option<&str> {
        self.header.str()
    }

    /// Whether several options could be chosen.
    pub fn multi_select(&self) -> bool {
        self.multi_select.copied().unwrap_or_default()
    }

    /// The answers that were offered.
    pub fn options(&self) -> impl Iterator<Item = &QuestionOption<'a>> {
        self.options.get().into_iter().flatten().filter_map(Field::get)
    }
}

impl<'a> QuestionOption<'a> {
    /// The text to choose.
    pub fn label(&self) -> Option<&str> {
        self.label.str()
    }

    /// What it means.
    pub fn description(&self) -> Option<&str> {
        self.description.str()
    }

    /// What is shown while it is looked at.
    pub fn preview(&self) -> Body<'a> {
        self.preview
    }
}

impl QuestionAnnotation<'_> {
    /// The preview of the option that was chosen. `None` where there is none, or it is no text.
    pub fn preview(&self) -> Option<&str> {
        self.preview.str()
    }

    /// What the user noted. `None` where there is nothing, or it is no text.
    pub fn notes(&self) -> Option<&str> {
        self.notes.str()
    }

    /// How the question went unanswered: `skipped`, `replied_in_chat`, `dismissed`. `None` for any other value.
    pub fn unanswered(&self) -> Option<&str> {
        self.unanswered.str().filter(|how| ["skipped", "replied_in_chat", "dismissed"].contains(how))
    }
}
