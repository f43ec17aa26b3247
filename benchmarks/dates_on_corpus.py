"""How often a time expression in the evidence gives the date that the corpus wrote, and how long reading takes.

    python benchmarks/dates_on_corpus.py CORPUS_FOLDER [--show LANGUAGE]

Two counts for each language. *valid_from*: of the operations that have one and whose asserting quotes hold a
mention, how often a mention is exactly that date at that precision, and how often it agrees as far as both are
precise ("2026-05" and "2026-05-04"). The corpus often dates an operation by its message or by another sentence, so
this is a floor. *texts*: of the dates in the memory texts, other than the message's own day, how many a mention in
the quotes gives.
"""

import argparse
import json
import re
import time
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from memscribe.text.dates import DateMention, find_dates

LANGUAGES = ("en", "zh", "es", "de", "fr", "ja")
_SIZE = {"year": 4, "month": 7}
_ISO = re.compile(r"(?<![\d-])20\d\d-\d\d(?:-\d\d)?(?![\d-])")
_CHARACTERS = re.compile(r"(20\d\d)年(\d{1,2})月(?:(\d{1,2})日)?")


def operations(folder: Path, language: str) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield each example of a language with each of its operations."""
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            example = json.loads(line)
            if example["lang"] == language:
                yield from ((example, operation) for operation in example["operations"])


def mentions(example: dict[str, Any], operation: dict[str, Any], *, context: bool) -> list[DateMention]:
    """Return the mentions in an operation's quotes, what recurs left out."""
    found: list[DateMention] = []
    for evidence in operation["evidence"]:
        if evidence.get("part") == "context" and not context:
            continue
        message = example["messages"][evidence["message"]]
        now = datetime.fromisoformat(message.get("at") or example["now"])
        start = evidence.get("start", message["content"].find(evidence["quote"]))
        end = start + len(evidence["quote"])
        found += [
            mention
            for mention in find_dates(message["content"], now=now, language=example["lang"])
            if start <= mention.start
            and mention.end <= end
            and not mention.recurring
            and ":" not in mention.iso[:5]
        ]
    return found


def at_precision(mention: DateMention) -> str:
    """Return the start of a mention in ISO form at its own precision."""
    return mention.first.date().isoformat()[: _SIZE.get(mention.precision, 10)]


def valid_from(folder: Path, language: str, *, show: bool) -> Counter[str]:
    """Count how often a mention is the date from which the corpus holds an operation valid."""
    counts = Counter[str]()
    for example, operation in operations(folder, language):
        wanted = operation.get("valid_from")
        found = [at_precision(mention) for mention in mentions(example, operation, context=False)] if wanted else []
        if not wanted or not found:
            continue
        equal = wanted in found
        compatible = equal or any(date.startswith(wanted) or wanted.startswith(date) for date in found)
        counts.update(with_mention=1, equal=int(equal), compatible=int(compatible))
        if show and not compatible:
            print(example["now"][:10], found, wanted, [quote["quote"] for quote in operation["evidence"]])
    return counts


def texts(folder: Path, language: str) -> Counter[str]:
    """Count how many dates of the memory texts a mention in the quotes gives."""
    counts = Counter[str]()
    for example, operation in operations(folder, language):
        written = _ISO.findall(operation["text"]) + [
            "-".join(f"{int(part):02d}" for part in match if part)
            for match in _CHARACTERS.findall(operation["text"])
        ]
        found = [
            edge.date().isoformat()
            for mention in mentions(example, operation, context=True)
            for edge in (mention.first, mention.last - timedelta(minutes=1))
        ]
        for date in written:
            if not example["now"].startswith(date):
                counts.update(dates=1, given=int(any(edge.startswith(date) for edge in found)))
    return counts


def microseconds(folder: Path, language: str) -> tuple[int, float]:
    """Return the number of lines of all messages and the mean time that one takes."""
    lines = [
        (line, datetime.fromisoformat(example["now"]))
        for example, _ in operations(folder, language)
        for message in example["messages"]
        for line in message["content"].splitlines()
    ]
    begun = time.process_time()
    for line, now in lines:
        find_dates(line, now=now, language=language)
    return len(lines), 1e6 * (time.process_time() - begun) / max(1, len(lines))


def main() -> None:
    """Print a line for each language."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--show", choices=LANGUAGES, help="print the disagreements of one language")
    arguments = parser.parse_args()
    for language in LANGUAGES:
        dated = valid_from(arguments.corpus, language, show=arguments.show == language)
        written = texts(arguments.corpus, language)
        count, mean = microseconds(arguments.corpus, language)
        share = {key: f"{dated[key] / dated['with_mention']:.1%}" for key in ("equal", "compatible")}
        print(
            f"{language}: valid_from {dated['with_mention']} with a mention, equal {share['equal']}, "
            f"compatible {share['compatible']}; texts {written['given']} of {written['dates']}; "
            f"{count} lines, {mean:.0f} µs a line"
        )


if __name__ == "__main__":
    main()
