"""Turn an English first-person clause into the third person: "I moved" becomes "User moved"."""

import re

from memscribe.writers.rules.english_verbs import ADVERBS, STATIVES, is_past, third_person

_TOKEN = re.compile(r"[A-Za-zÀ-ÿ]+(?:['’][A-Za-z]+)?|\s+|[^A-Za-zÀ-ÿ\s]+")
_SPELT_OUT = {
    "im": "I'm", "ive": "I've", "dont": "don't", "cant": "can't", "wont": "won't", "didnt": "didn't",
    "doesnt": "doesn't", "isnt": "isn't", "wasnt": "wasn't", "arent": "aren't", "werent": "weren't",
    "havent": "haven't", "hasnt": "hasn't", "couldnt": "couldn't", "wouldnt": "wouldn't",
    "shouldnt": "shouldn't", "thats": "that's", "hes": "he's", "shes": "she's", "theyre": "they're",
    "youre": "you're", "weve": "we've", "u": "you", "ur": "your", "theyve": "they've", "pls": "please",
    "tho": "though", "bc": "because", "cos": "because", "cuz": "because", "coz": "because",
    "wanna": "want to", "gonna": "going to",
}  # fmt: skip
_OWNED = frozenset("my mine our ours".split())
_SELF = frozenset("me myself us ourselves".split())
_ASSISTANT = {
    "you": "the assistant", "your": "the assistant's", "yours": "the assistant's",
    "yourself": "the assistant", "you're": "the assistant is", "you'll": "the assistant will",
    "you've": "the assistant has",
}  # fmt: skip
_PRONOUN = re.compile(r"(i|we)('m|'re|'ve|'ll|'d|'s)?$", re.IGNORECASE)
_MANNER = re.compile(r"(?!rely\b|bully\b|rally\b|tally\b|\w*fly\b|\w*ply\b)\w{3,}ly")
_AFTER_HAD = frozenset("better been".split())
_ARTICLES = frozenset("the a an this that every each".split())


def tokens(text: str) -> list[str]:
    """Cut a text into words, blanks and the rest; joined they give the text back."""
    return _TOKEN.findall(text)


def in_third_person(text: str, *, we: str | None = None, speaker: str = "User", heard: str = "") -> str:
    """Put first-person words into the third person and conjugate the verbs that follow.

    Args:
        text: A clause.
        we: What "we" stands for; the speaker alone where it is not given.
        speaker: What replaces the first person.
        heard: What replaces "you": the assistant, where nothing else is given.
    """
    words = [_SPELT_OUT.get(token.replace("’", "'").casefold(), token.replace("’", "'")) for token in tokens(text)]
    return _Person(words, we or speaker, speaker, heard).rewritten()


class _Person:
    """One walk over the words of a clause."""

    def __init__(self, words: list[str], we: str, speaker: str, heard: str) -> None:
        self.words = [part for word in words for part in (tokens(word) if " " in word else [word])]
        self.we = we
        self.speaker = speaker
        self.heard = heard
        self.out: list[str] = []
        self.present = False
        """Whether the last verb of the user was in the present, so that a coordinated one is too."""

    def rewritten(self) -> str:
        at = 0
        while at < len(self.words):
            word = self.words[at]
            lower = word.casefold()
            pronoun = _PRONOUN.fullmatch(lower)
            if pronoun and (lower != "i" or word == "I" or self._is_subject(at)):
                at = self._subject(at, pronoun[1], pronoun[2] or "")
                continue
            if lower == "me" and self._next_word(at) == "and" and not self._spoken():
                self.out.append(self.speaker)
            elif lower in _OWNED or lower in _SELF:
                self.out.append(f"{self.speaker}'s" if lower in _OWNED else self.speaker)
            elif lower in _ASSISTANT:
                said = _ASSISTANT[lower]
                self.out.append(said.replace("the assistant", self.heard) if self.heard else said)
            elif self.present and lower in STATIVES and self._last_word() in {"and", "or", "but"}:
                self.out.append(third_person(lower))
            else:
                self.out.append(word)
            at += 1
        return "".join(self.out)

    def _subject(self, at: int, pronoun: str, ending: str) -> int:
        """Write the speaker for I or we, and the verb after it; returns where to read on."""
        plural = self._last_word() == "and" and self._compound()
        name = self.speaker if pronoun == "i" else self.we
        plural = plural or (name != self.speaker and " and " in name)
        self.out.append(name)
        if ending:
            following = self._next_word(at)
            self.out.append(_contracted(ending, following, plural=plural))
            self.present = ending != "'d"
            return at + 1
        at += 1
        while at < len(self.words):
            word = self.words[at]
            lower = word.casefold()
            if word.isspace() or lower in ADVERBS or _MANNER.fullmatch(lower):
                self.out.append(word)
                at += 1
                continue
            if lower[:1].isalpha() and lower not in _ARTICLES:
                self.out.append(lower if plural and lower != "am" else third_person(lower))
                self.present = not is_past(lower)
                at += 1
            break
        return at

    def _is_subject(self, at: int) -> bool:
        """Whether a lower-case "i" is the pronoun: a word or an ending follows."""
        return bool(self._next_word(at)) or at == len(self.words) - 1

    def _next_word(self, at: int) -> str:
        for word in self.words[at + 1 : at + 4]:
            if not word.isspace():
                return word.casefold() if word[:1].isalpha() else ""
        return ""

    def _last_word(self) -> str:
        for word in reversed(self.out[-3:]):
            if not word.isspace():
                return word.casefold()
        return ""

    def _compound(self) -> bool:
        """Whether "X and I" is one subject: no verb of the user stands before it."""
        return self.out[:1] != [self.speaker] and not self.present and len(self.out) < _SHORT_SUBJECT

    def _spoken(self) -> bool:
        return any(word[:1].isalpha() for word in self.out)


_SHORT_SUBJECT = 12


def _contracted(ending: str, following: str, *, plural: bool) -> str:
    if ending == "'d":
        return " had" if following in _AFTER_HAD or is_past(following) else " would"
    if plural:
        return {"'m": " are", "'re": " are", "'ve": " have", "'ll": " will", "'s": " are"}[ending]
    return third_person(ending)
