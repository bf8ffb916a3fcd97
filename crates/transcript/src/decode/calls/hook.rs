//! Calls and results that hooks were given.

use super::{Calls, Joined, Unknown, call_id};
use crate::classify::{self, ErrorClass};
use crate::decode::Out;
use crate::decode::hooks::HookPayload;
use crate::decode::place::{Held, Place, Texts};
use crate::decode::requests::Said;
use crate::json::{Field, Raw};
use crate::line::{Block, Str};
use crate::text;

/// Why a call was denied that a hook is told of, where the reason itself does not say: only auto mode tells hooks of its denials.
const DENIED: &str = "automode-blocked";

impl Calls {
    /// Takes in what a hook was told of a call.
    pub(in crate::decode) fn add_hook(
        &mut self,
        out: &Out<'_>,
        hook: &HookPayload<'_>,
        place: &Place<'_>,
        record_id: &str,
        said: &Said,
        found: &mut Unknown<'_>,
    ) {
        let event = hook.event.str().unwrap_or_default();
        if event == "PostToolBatch" {
            for (index, call) in hook.tool_calls.get().into_iter().flatten().enumerate() {
                let Some(call) = call.get() else { continue };
                let joined = self.hooked(&call.tool_use_id, place, record_id, index, found.texts);
                joined.call_unless_known(out, (&call.tool_name, call.tool_input), place, said, found);
            }
            return;
        }
        if !matches!(event, "PreToolUse" | "PostToolUse" | "PostToolUseFailure" | "PermissionDenied") {
            return;
        }
        let joined = self.hooked(&hook.tool_use_id, place, record_id, 0, found.texts);
        joined.hook_duration_ms = joined.hook_duration_ms.max(hook.duration_ms.copied().map(|time| time.0));
        let call = (&hook.tool_name, hook.tool_input);
        let result = match event {
            "PreToolUse" => {
                joined.call(out, &call_block(call), place, None, said, found);
                return;
            }
            "PostToolUse" => HookResult { payload: hook.tool_response, ..HookResult::default() },
            "PostToolUseFailure" => HookResult { error: Some(hook.error), interrupted: hook.is_interrupt.copied(), ..HookResult::default() },
            _ => HookResult { error: Some(hook.reason), denied: true, ..HookResult::default() },
        };
        joined.call_unless_known(out, call, place, said, found);
        let place = Held::of(place, found.texts);
        joined.hook_result(out, &result, place, found);
    }

    fn hooked(&mut self, tool_use_id: &Str<'_>, place: &Place<'_>, record_id: &str, index: usize, texts: &mut Texts) -> &mut Joined {
        let id = tool_use_id.str().filter(|id| !id.is_empty());
        self.joined(&call_id(id, place, record_id, index), id, texts)
    }
}

/// How a call ended, as a hook was told.
#[derive(Debug, Default)]
struct HookResult<'a> {
    payload: Raw<'a>,
    /// What went wrong, if something did.
    error: Option<Raw<'a>>,
    interrupted: Option<bool>,
    denied: bool,
}

fn call_block<'a>((name, input): (&Str<'a>, Raw<'a>)) -> Block<'a> {
    Block { name: name.clone(), input, ..Block::default() }
}

impl Joined {
    /// Takes in a call by what is told when it is over. When it was made is not told then.
    fn call_unless_known<'a>(&mut self, out: &Out<'_>, call: (&Str<'a>, Raw<'a>), place: &Place<'_>, said: &Said, found: &mut Unknown<'_>) {
        if self.call.is_none() {
            self.call(out, &call_block(call), &Place { ts: None, ..place.clone() }, None, said, found);
        }
    }

    fn hook_result(&mut self, out: &Out<'_>, result: &HookResult<'_>, place: Held, found: &mut Unknown<'_>) {
        let standing = place.standing();
        let text = result.error.unwrap_or_default();
        let block = Block { content: text, is_error: Field::Is(result.error.is_some()), ..Block::default() };
        let reason = text.string().and_then(text::decode_json).unwrap_or_default();
        let says_why = || classify::classify(&reason, None, None).is_denial();
        let denial_kind = (result.denied && !says_why()).then(|| found.texts.share(DENIED));
        // Where a transcript has an error, its payload is a text as well.
        let payload = if result.error.is_some() { text } else { result.payload };
        self.result(out, &block, payload, denial_kind, place, found);
        let taken = self.result.as_mut().filter(|ended| ended.place.standing() == standing);
        if let Some(ended) = taken.filter(|_| result.interrupted == Some(true)) {
            ended.interrupted = Some(true);
            if ended.class == Some(ErrorClass::Other) {
                ended.class = Some(ErrorClass::Interrupted);
            }
        }
    }
}
