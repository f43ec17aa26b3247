"""What a piece of work came to: the assistant's own report after tools ran for the user.

Tools and assistants are no sources of facts about the user. What was done for him is another matter: the assistant
that did it is first-hand. At most one such record is made of an episode, of its last report, and only where that
reports a finished deed in the words of one.
"""

import re

from memscribe.core.evidence import Evidence
from memscribe.core.message import Episode, StampedMessage
from memscribe.core.operation import Add, Kind
from memscribe.text.sentences import Piece, sentences
from memscribe.writers.rules.clause import Clause
from memscribe.writers.rules.english_acts import is_request
from memscribe.writers.rules.english_cues import plain
from memscribe.writers.rules.reading import Turn

_DONE = re.compile(
    r"\b(?:done|booked|paid|fixed|sent|merged|moved|updated|renewed|ordered|scheduled|submitted|uploaded|"
    r"deployed|opened|closed|"
    r"created|added|removed|renamed|migrated|published|filed|cancelled|canceled|confirmed|saved|queued|"
    r"reconciled|installed|"
    r"switched|changed|replaced|rebooked|refunded|printed|registered|released|rolled back|reverted|"
    r"upgraded|pinned|cached|"
    r"caching|restored|rebuilt|exported|imported|converted|converts|archived|assigned|posted|logged|"
    r"issued|converged|passes?|passed|"
    r"(?:is|are) (?:now|open|live|gone|green|in|up)\b|now (?:reads?|uses?|runs?|takes?|returns?|goes|"
    r"comes|live)|tests? (?:pass|green)|circulated|retitled|rotated|requested|circulates)\b",
    re.IGNORECASE,
)
_LESSON = re.compile(r"\b(?:because|the cause|root cause|caused by|was due to|reason was|culprit)\b", re.IGNORECASE)
_DOUBTFUL = re.compile(
    r"\b(?:not follow\w*|ignored?|instruction|injection|planted|suspicious|odd (?:line|text)|claims?|"
    r"phishing|steer|hidden text|"
    r"did not act|didn't act|shall i|should i|want me to|would you|i can't|i cannot|could not|couldn't|"
    r"failed|fails|draft\w*|"
    r"ready for your|not (?:kept|stored|saved)|remember|noted|i'll|would|might|maybe|probably|suspicion|"
    r"memory|profile)\b",
    re.IGNORECASE,
)
_ABOUT_USER = re.compile(r"\b(?:you|your|you're|you've|yours)\b", re.IGNORECASE)
_ASKS_FOR_WORK = re.compile(
    r"\b(?:what|which|who|when|where|how|why|is there|does|summari[sz]e|explain|translate|draft|write|"
    r"count|decode|read|look|check|total|catch me up|show)\b|\?\s*$",
    re.IGNORECASE,
)
_TAKEN_BACK = re.compile(
    r"\b(?:no wait|wait|actually|hmm|wrong|undo|revert|not yet|still (?:broken|failing)|sorry|instead"
    r"|ugh|stop)\b",
    re.IGNORECASE,
)
_REACH = 3
"""How many turns back the request may stand."""
_LONGEST_REQUEST = 160
_LONGEST_REPORT = 400
_LEAST_WORDS = 5


def outcomes(episode: Episode, read: tuple[Turn, ...]) -> tuple[Add, ...]:
    """Return the record of the work that an episode finished; usually none.

    Args:
        episode: The messages.
        read: The user's turns in it.
    """
    report = _last_report(episode)
    if report is None or (read and read[0].pack.tag != "en"):
        return ()
    position = episode.position(report.id)
    before = [turn for turn in read if turn.position < position]
    after = [turn for turn in read if turn.position > position]
    if not before or any(_TAKEN_BACK.search(turn.message.content) for turn in after):
        return ()
    request = next((found for turn in reversed(before[-_REACH:]) if (found := _request(turn))), None)
    deed = _deed(report)
    if request is None or not deed:
        return ()
    start, end = deed[0].start, deed[-1].end
    said = report.content[start:end]
    kind: Kind = "experience" if _LESSON.search(said) else "task"
    closed = said if said.endswith((".", "!")) else f"{said}."
    return (
        Add(
            kind=kind,
            text=f'Asked to "{request.text}", the assistant reported: {closed}',
            evidence=(
                Evidence.at(report, start, end),
                Evidence.at(request.message, request.start, request.end, part="context"),
            ),
        ),
    )


def _last_report(episode: Episode) -> StampedMessage | None:
    """Return the assistant's last word after a tool ran, unless work goes on after it."""
    report: StampedMessage | None = None
    worked = False
    for message in episode.messages:
        if message.role == "tool" or message.tool_calls:
            worked = True
            report = None if message.role == "tool" else report
        elif message.role == "assistant" and worked and not message.content.lstrip().startswith(("[call]", "{")):
            report = message if _DONE.search(message.content) else report
    return report


def _request(turn: Turn) -> Clause | None:
    """Return the user's words that asked for the work."""
    for clause in reversed(turn.clauses):
        text = plain(clause.text)
        if len(text) <= _LONGEST_REQUEST and is_request(text) and not _ASKS_FOR_WORK.search(text):
            return clause
    return None


def _deed(report: StampedMessage) -> list[Piece]:
    """Return the run of sentences that report a finished deed, without what is doubtful or about the user."""
    pieces = [piece for piece in sentences(report.content) if piece.mark == "prose"]
    run: list[Piece] = []
    for piece in pieces:
        fits = (
            not piece.text.endswith("?") and not _DOUBTFUL.search(piece.text) and not _ABOUT_USER.search(piece.text)
        )
        if fits:
            run.append(piece)
        elif run:
            break
    said = report.content[run[0].start : run[-1].end] if run else ""
    if not _DONE.search(said) or len(said) > _LONGEST_REPORT or len(said.split()) < _LEAST_WORDS:
        return []
    return run
