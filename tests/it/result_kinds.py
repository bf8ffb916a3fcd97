"""Counts the results of the tools in a folder of transcripts by tool, as it was called, and kind, and prints them as JSON.

It shares no code with the program: it reads the lines with Python's own json, and has the rules of the kinds from their description. A string
is a TextResult; null, arrays, numbers, booleans and no payload are an OtherResult; an object has the type of its tool, if it has one.
"""
import collections
import json
import os
import sys

KINDS = {
    "Bash": "BashResult", "Execute": "BashResult",
    "Edit": "EditResult",
    "Write": "WriteResult", "Create": "WriteResult",
    "Read": "ReadResult",
    "Skill": "SkillResult",
    "AskUserQuestion": "AskUserQuestionResult",
}


def kind_of(tool, payload):
    if isinstance(payload, str):
        return "TextResult"
    if not isinstance(payload, dict):
        return "OtherResult"
    if tool in ("Agent", "Task"):
        if payload.get("totalDurationMs") is not None or payload.get("usage") is not None:
            return "TaskResult"
        return "TaskLaunchResult" if payload.get("outputFile") is not None else "OtherResult"
    return KINDS.get(tool, "OtherResult")


def transcripts(root):
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if name not in ("tool-results", "backups")]
        for name in files:
            if name.endswith(".jsonl") and not name.startswith(".") and name not in ("journal.jsonl", "history.jsonl"):
                yield os.path.join(folder, name)


def objects(text):
    """The object that a line is, else the whole ones at its end."""
    try:
        record = json.loads(text)
        return [record] if isinstance(record, dict) else []
    except ValueError:
        pass
    start = text.find("{", 1)
    while start >= 0:
        found, rest = [], text[start:]
        try:
            while rest:
                record, end = json.JSONDecoder().raw_decode(rest)
                found.append(record)
                rest = rest[end:].strip(" \t\r\0")
            return [record for record in found if isinstance(record, dict)]
        except ValueError:
            start = text.find("{", start + 1)
    return []


class Call:
    """What one transcript says of one call. The rank of a record: itself before its echo, an original before a fork's copy, then by its line."""

    def __init__(self):
        self.tool = self.call_rank = self.payload = self.result_rank = None

    def call(self, tool, rank):
        if self.call_rank is None:
            self.tool, self.call_rank = tool, rank
        self.call_rank = max(self.call_rank, rank)

    def result(self, payload, rank):
        if self.result_rank is None or rank > self.result_rank:
            self.payload, self.result_rank = payload, rank


def read(path, calls):
    session = os.path.basename(path)[: -len(".jsonl")]
    parts = path.split(os.sep)
    if session.startswith("agent-") and "subagents" in parts:
        session = parts[parts.index("subagents") - 1]

    def record(line, number, session, echo):
        message = line.get("message")
        if not isinstance(message, dict) or not isinstance(message.get("content"), list):
            return
        rank = (not echo, not isinstance(line.get("forkedFrom"), dict), number)
        blocks = [block for block in message["content"] if isinstance(block, dict)]
        results = [block for block in blocks if str(block.get("type")).endswith("tool_result")]
        payload = line.get("toolUseResult", line.get("tool_use_result")) if len(results) == 1 else None
        for block in blocks:
            is_result = block in results
            if not is_result and block.get("type") not in ("tool_use", "server_tool_use", "mcp_tool_use"):
                continue
            id = block.get("tool_use_id" if is_result else "id")
            key = id if id.startswith(("toolu_", "srvtoolu_")) else f"{session}/{id}"
            call = calls[key]
            call.result(payload, rank) if is_result else call.call(block.get("name"), rank)

    with open(path, "rb") as file:
        for number, line in enumerate(file, 1):
            text = line.decode("utf-8", "replace").strip(" \t\r\n\0\ufeff")
            for line in objects(text) if text else []:
                own = line.get("sessionId") or line.get("session_id") or session
                record(line, number, own, False)
                data = line.get("data")
                if isinstance(data, dict) and data.get("type") == "agent_progress" and isinstance(data.get("message"), dict):
                    record(data["message"], number, own, True)


def main(root):
    sources = collections.defaultdict(dict)
    for path in transcripts(root):
        calls = collections.defaultdict(Call)
        read(path, calls)
        for key, call in calls.items():
            sources[key][os.path.relpath(path, root)] = call
    counts = collections.Counter()
    for found in sources.values():
        # The greatest rank, and of equal ones the first path.
        order = sorted(found.items())
        both = [call for _, call in order if call.call_rank and call.result_rank]
        if both:
            best = max(both, key=lambda call: call.call_rank)
            counts[best.tool, kind_of(best.tool, best.payload)] += 1
            continue
        results = [call for _, call in order if call.result_rank]
        if results:
            # A transcript that has only the result does not know the tool.
            tools = [call for _, call in order if call.call_rank]
            tool = max(tools, key=lambda call: call.call_rank).tool if tools else None
            best = max(results, key=lambda call: call.result_rank)
            counts[tool, kind_of(None, best.payload)] += 1
    print(json.dumps(sorted([tool or "", kind, count] for (tool, kind), count in counts.items())))


sys.setrecursionlimit(100_000)
main(sys.argv[1])
