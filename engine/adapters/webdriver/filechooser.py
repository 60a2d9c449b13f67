"""A file chooser that a page opens by itself: answered before it is shown, as nobody could see or close it."""

from types import TracebackType

from engine.adapters.webdriver.devtools import Message, Refused
from engine.adapters.webdriver.session import Session
from engine.values.errors import Interrupted

_FIELD = "function() { return [this.accept || '', !!this.multiple, !!this.webkitdirectory]; }"


class FileChooser:
    """While inside, choosers that a page or frame opens are not shown.

    Raises Refused where Chrome does not answer, and Interrupted on stop.
    """

    def __init__(self, session: Session, targets: tuple[str, ...]) -> None:
        """`targets`: ids, of which the first that Chrome knows as a tab or frame of its own is meant."""
        self._reports = reports = session.reports
        self._check = session.check
        self._tools = reports.tools
        self._session = next((found for one in targets if (found := reports.session(one))), "")

    def __enter__(self) -> "FileChooser":
        if not self._session:
            raise Refused("no such page")
        self._reports.choosers.pop(self._session, None)
        try:
            self._ask("Page.setInterceptFileChooserDialog", enabled=True)
        except Interrupted:
            self._end()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def has_opened(self) -> bool:
        return self._session in self._reports.choosers

    def asks(self) -> tuple[str, bool, bool]:
        """What the field of the chooser that has opened accepts, whether several files, whether a folder."""
        found = self._ask("DOM.resolveNode", backendNodeId=self._field)["object"]["objectId"]
        asked = {"objectId": found, "functionDeclaration": _FIELD, "returnByValue": True}
        accept, several, folder = self._ask("Runtime.callFunctionOn", **asked)["result"]["value"]
        return str(accept), bool(several), bool(folder)

    def choose(self, path: str) -> None:
        """Give the file to the field that asked."""
        self._ask("DOM.setFileInputFiles", files=[path], backendNodeId=self._field)

    def _ask(self, method: str, **parameters: object) -> Message:
        return self._tools.ask_stoppably(self._check, method, self._session, **parameters)  # type: ignore[arg-type]

    def _end(self) -> None:
        self._tools.tell("Page.setInterceptFileChooserDialog", self._session, enabled=False)

    @property
    def _field(self) -> int:
        return self._reports.choosers[self._session]
