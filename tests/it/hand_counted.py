#!/usr/bin/env python3
"""Counts reports from raw transcripts, without the program, a database or a Parquet reader.

usage: hand_counted.py ROOT ZONE PRICES    (PRICES: crates/pricing/prices.csv)
Prints {report: [row]}; a row has only the columns that are counted here. The order of rows means nothing.
"""
import collections, csv, datetime, json, os, re, sys, zoneinfo
from fractions import Fraction

SKIPPED = ("journal.jsonl", "history.jsonl")
ALIASES = {"Task": "Agent", "KillShell": "TaskStop", "KillBash": "TaskStop", "BashOutput": "TaskOutput",
           "AgentOutputTool": "TaskOutput", "exit_plan_mode": "ExitPlanMode"}


def number(value):
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def instant(text):
    try:
        time = datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
        return time if time.tzinfo else time.replace(tzinfo=datetime.timezone.utc)
    except (AttributeError, ValueError):
        return None


def read(root):
    """Every record with its session, its agent, its source and its line; an agent's echo is a record of its own."""
    for folder, names, files in os.walk(root):
        names[:] = [name for name in names if name not in ("tool-results", "backups")]
        for name in sorted(files):
            if not name.endswith(".jsonl") or name in SKIPPED:
                continue
            path = os.path.join(folder, name)
            agent = name[6:-6] if name.startswith("agent-") else None
            parts = folder.split(os.sep)
            own = parts[parts.index("subagents") - 1] if "subagents" in parts else name[:-6]
            with open(path, "rb") as lines:
                for at, line in enumerate(lines):
                    try:
                        record = json.loads(line.strip(b"\0 \t\r\n"))
                    except ValueError:
                        continue
                    if not isinstance(record, dict):
                        continue
                    place = {"source": os.path.relpath(path, root), "line": at, "echo": False}
                    session = record.get("sessionId") or record.get("session_id") or own
                    yield {**record, **place, "session": session, "agent": record.get("agentId") or agent}
                    data = record.get("data")
                    if record.get("type") == "progress" and isinstance(data, dict) and data.get("type") == "agent_progress":
                        inner = data.get("message")
                        if isinstance(inner, dict):
                            told = {key: record.get(key) for key in ("cwd", "gitBranch")}
                            yield {**inner, **told, **place, "echo": True, "session": session, "agent": data.get("agentId"), "isSidechain": True}


def prices(path):
    with open(path, encoding="utf-8") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    return [(re.compile(row["model_pattern"]), row) for row in rows]


def cost(table, model, usage, tokens, day):
    """Exact dollars by the row that holds on the day; above its threshold every token takes the long price."""
    name = re.sub(r"\[[12]m\]", "", (model or "").strip().lower()).rsplit("/", 1)[-1]
    found = [row for pattern, row in table if pattern.search(name)]
    if not found or day is None:
        return None
    row = next((row for row in found if row["effective_from"] <= day and (not row["effective_to"] or day < row["effective_to"])), None)
    row = row or min(found, key=lambda row: row["effective_from"])
    prompt = sum(tokens) - tokens[1]
    threshold = row["long_context_threshold_tokens"]
    long = "long_" if threshold and prompt > int(threshold) else ""
    total = Fraction(0)
    for kind, count in zip(("input", "output", "cache_read", "cache_write_5m", "cache_write_1h"), tokens):
        price = row[f"{long}{kind}_usd_per_mtok"]
        if count and not price:
            return None
        total += count * Fraction(price or 0) / 1_000_000
    if usage.get("speed") == "fast" and row["fast_multiplier"]:
        total *= Fraction(row["fast_multiplier"])
    if usage.get("inference_geo") == "us":
        total *= Fraction(11, 10)
    server = usage.get("server_tool_use")
    searches = number(server.get("web_search_requests")) if isinstance(server, dict) else 0
    return total + searches * Fraction(row["web_search_usd_per_1k"] or 10) / 1000


def split(usage):
    parts = usage.get("cache_creation") if isinstance(usage.get("cache_creation"), dict) else {}
    short, hour = number(parts.get("ephemeral_5m_input_tokens")), number(parts.get("ephemeral_1h_input_tokens"))
    total = number(usage["cache_creation_input_tokens"]) if usage.get("cache_creation_input_tokens") is not None else short + hour
    hour = max(0, min(hour, total))
    return [number(usage.get("input_tokens")), number(usage.get("output_tokens")), number(usage.get("cache_read_input_tokens")), total - hour, hour]


def gather(root):
    best, times, calls, results, first = {}, {}, {}, {}, {}
    for record in read(root):
        time, side = instant(record.get("timestamp")), bool(record.get("isSidechain"))
        if record.get("cwd"):
            rank = (side, time is None, str(time), record["source"], record["line"])
            if record["session"] not in first or rank < first[record["session"]][0]:
                first[record["session"]] = (rank, record["cwd"])
        message = record.get("message")
        if record.get("type") not in ("user", "assistant") or not isinstance(message, dict):
            continue
        usage = message.get("usage")
        if record["type"] == "assistant" and isinstance(usage, dict) and message.get("model") != "<synthetic>":
            key = message.get("id") or record.get("uuid")
            if not str(key).startswith("msg_"):
                key = (record["session"], key, *split(usage)[::2])
            rank = (not side, number(usage.get("output_tokens")), not record["echo"], "forkedFrom" not in record, record["line"])
            if time:
                times[key] = min(times.get(key, time), time)
            if key not in best or rank > best[key][0]:
                best[key] = (rank, record)
        for block in message["content"] if isinstance(message.get("content"), list) else []:
            if not isinstance(block, dict):
                continue
            kind = str(block.get("type"))
            ident = block.get("tool_use_id") if kind.endswith("tool_result") else block.get("id")
            ident = ident if str(ident).startswith(("toolu_", "srvtoolu_")) else (record["session"], ident)
            if kind in ("tool_use", "server_tool_use", "mcp_tool_use"):
                calls.setdefault(ident, (ALIASES.get(block.get("name"), block.get("name")), record["session"]))
            elif kind.endswith("tool_result"):
                payload = record.get("toolUseResult")
                stopped = isinstance(payload, dict) and payload.get("interrupted") is True
                results.setdefault(ident, (record["session"], block.get("is_error") is not True and not stopped))
    return best, times, calls, results, first


def summed(rows, keys, columns):
    """One row per value of the keys."""
    groups = collections.defaultdict(list)
    for row in rows:
        groups[tuple(row[key] for key in keys)].append(row)
    answer = []
    for values, group in groups.items():
        priced = [row["cost"] for row in group if row["cost"] is not None]
        known = {"requests": len(group), "unpriced_requests": len(group) - len(priced), "sessions": len({row["session_id"] for row in group}),
                 "cost_usd": f"{int(sum(priced) * 10**12) // 10**12}.{int(sum(priced) * 10**12) % 10**12:012d}" if priced else None}
        for name in ("input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens"):
            known[name] = sum(row[name] for row in group)
        answer.append({**dict(zip(keys, values)), **{name: known[name] for name in columns}})
    return answer


def in_blocks(rows, zone):
    """Each request with the local beginning of its block: the full hour of the first one that is in no block yet."""
    begin = None
    for row in sorted(rows, key=lambda row: row["time"]):
        if begin is None or row["time"] >= begin + datetime.timedelta(hours=5):
            begin = row["time"].astimezone(datetime.timezone.utc).replace(minute=0, second=0, microsecond=0)
        yield {**row, "block_start": begin.astimezone(zone).replace(tzinfo=None).isoformat()}


def main():
    root, zone, table = sys.argv[1], zoneinfo.ZoneInfo(sys.argv[2]), prices(sys.argv[3])
    best, times, calls, results, first = gather(root)
    rows = []
    for key, (_, record) in best.items():
        usage, model, time = record["message"]["usage"], record["message"].get("model"), times.get(key)
        tokens = split(usage)
        local = time.astimezone(zone) if time else None
        day = local.date() if local else None
        project = first.get(record["session"], (None, None))[1]
        row = {"session_id": record["session"], "model": model, "speed": usage.get("speed"), "branch": record.get("gitBranch"),
               "repo": re.split(r"[/\\]\.claude[/\\]worktrees[/\\]", project)[0] if project else None, "hour": local.hour if local else None,
               "time": time, "day": str(day) if day else None, "week": str(day - datetime.timedelta(day.weekday())) if day else None,
               "month": str(day.replace(day=1)) if day else None, "weekday": day.strftime("%A") if day else None,
               "input_tokens": tokens[0], "output_tokens": tokens[1], "cache_read_tokens": tokens[2], "cache_write_tokens": tokens[3] + tokens[4],
               "cost": cost(table, model, usage, tokens, str(time.astimezone(datetime.timezone.utc).date()) if time else None)}
        rows.append(row)
    tokens = ["input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens"]
    every = ["sessions", "requests", "unpriced_requests", "cost_usd"]
    answer = {"daily": summed(rows, ["day"], every + tokens), "weekly": summed(rows, ["week"], every + tokens),
              "monthly": summed(rows, ["month"], every + tokens), "models": summed(rows, ["model", "speed"], every + tokens),
              "projects": summed(rows, ["repo"], every + tokens), "branches": summed(rows, ["repo", "branch"], every + ["output_tokens"]),
              "sessions": summed(rows, ["session_id"], every[1:] + tokens)}
    dated = [row for row in rows if row["day"]]
    heat = summed(dated, ["weekday"], every[1:])
    for one in heat:
        hours = collections.Counter(row["hour"] for row in dated if row["weekday"] == one["weekday"])
        one["hourly_requests"] = [hours[hour] for hour in range(24)]
        one["busiest_hour"] = max(range(24), key=lambda hour: (hours[hour], -hour))
    answer["heatmap"] = heat
    answer["blocks"] = summed(in_blocks(dated, zone), ["block_start"], every + ["output_tokens"])
    tools = collections.defaultdict(list)
    for ident in calls.keys() | results:
        tool, session = calls.get(ident, (None, None))
        tools[tool].append(ident)
    answer["tools"] = [{"tool": tool, "calls": len(found),
                        "sessions": len({calls[ident][1] if ident in calls else results[ident][0] for ident in found}),
                        "ok_calls": sum(ident in results and results[ident][1] for ident in found),
                        "no_result_calls": sum(ident not in results for ident in found)}
                       for tool, found in tools.items()]
    answer["result_sizes"] = [{"tool": tool, "results": sum(ident in results for ident in found)}
                              for tool, found in tools.items() if any(ident in results for ident in found)]
    servers = collections.defaultdict(list)
    for ident, (tool, session) in calls.items():
        if str(tool).startswith("mcp__"):
            servers[tuple(tool.split("__", 2)[1:])].append(ident)
    answer["mcp"] = [{"mcp_server": server, "mcp_tool": tool, "calls": len(found), "sessions": len({calls[ident][1] for ident in found}),
                      "no_result_calls": sum(ident not in results for ident in found)} for (server, tool), found in servers.items()]
    sys.stdout.reconfigure(encoding="utf-8")
    json.dump(answer, sys.stdout, ensure_ascii=False, separators=(",", ":"))


main()
