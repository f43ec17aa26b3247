"""memscribe propose: what a write would do; touches nothing."""

from memscribe.cli import options
from memscribe.cli.output import emit, out, waiting
from memscribe.cli.place import Place, at_place
from memscribe.cli.reading import read_episodes


@at_place
def propose(
    place: Place,
    source: options.Source = None,
    *,
    form: options.Form = "auto",
    writer: options.Writer = None,
    account: options.Account = None,
    at: options.At = None,
) -> None:
    """Say what `write` would do with some messages, and touch nothing.

    Input and output are those of `write`. Of several episodes each is looked at by itself: none sees what an
    earlier one would have stored.
    """
    when = options.moment_of(at, "--at")
    zone = {"zone": when.tzinfo} if when and when.tzinfo else {}
    episodes = read_episodes(options.source_of(source), form=form, **zone)
    scopes = [place.scope_with(episode.scope) for episode in episodes]
    from memscribe.cli.telling import as_json, show_receipt, telling

    documents: list[dict[str, object]] = []
    with place.open(writer=writer) as memory:
        for episode, scope in zip(episodes, scopes, strict=True):
            with waiting(f"reading {episode.where}"):
                receipt = memory.propose(
                    episode.messages,
                    scope=scope,
                    at=episode.at or when,
                    account=episode.account or account,
                )
            told = telling(memory, receipt, scope, episode.messages)
            documents.append({"where": episode.where, **as_json(receipt, told)})
            if not place.as_json:
                show_receipt(out(), receipt, told, place.moved_to(scope))
    if place.as_json:
        emit({"receipts": documents})
