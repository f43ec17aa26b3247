"""Raw mode: every message of the user is stored as it stands; the store-all baseline."""

from memscribe.core.evidence import Evidence
from memscribe.core.operation import Add, Proposal
from memscribe.core.ports import WriteTask

NAME = "verbatim@1"


class VerbatimWriter:
    """Stores what the user wrote, message by message, and decides nothing."""

    @property
    def name(self) -> str:
        """Name and version."""
        return NAME

    def propose(self, task: WriteTask) -> Proposal:
        """Propose one addition of kind ``knowledge`` for each message of the user that holds any text.

        Args:
            task: The episode; what is stored already is not looked at.
        """
        additions = tuple(
            Add(
                kind="knowledge",
                text=message.content,
                evidence=(Evidence.at(message, 0, len(message.content)),),
            )
            for message in task.episode.messages
            if message.role == "user" and message.content.strip()
        )
        return Proposal(operations=additions, writer=NAME)
