"""A file chooser that a page opens by itself: answered before it is shown, as nobody could see or close it."""

from types import TracebackType

from engine.adapters.webdriver.devtools import Refused
from engine.adapters.webdriver.reporting import Reports

_FIELD = "function() { return [this.accept || '', !!this.multiple, !!this.webkitdirectory]; }"


class FileChooser:
    """While inside, choosers that a page or frame opens are not shown. Raises Refused where Chrome does not answer."""

    def __init__(self, reports: Reports, targets: tuple[str, ...]) -> None:
        """`targets`: ids, of which the first that Chrome knows as a tab or frame of its own is meant."""
        self._reports = reports
        self._tools = reports.tools
        self._session = next((found for one in targets if (found := reports.session(one))), "")

    def __enter__(self) -> "FileChooser":
        if not self._session:
            raise Refused("no such page")
        self._reports.choosers.pop(self._session, None)
        self._tools.ask("Page.setInterceptFileChooserDialog", self._session, enabled=True)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._tools.tell("Page.setInterceptFileChooserDialog", self._session, enabled=False)

    def opened(self, seconds: float) -> tuple[str, bool, bool] | None:
        """Wait for a chooser: what its field accepts, whether several files, whether a folder. None when none came."""
        if not self._tools.wait_for(lambda: self._session in self._reports.choosers, seconds):
            return None
        found = self._tools.ask("DOM.resolveNode", self._session, backendNodeId=self._field)["object"]["objectId"]
        asked = {"objectId": found, "functionDeclaration": _FIELD, "returnByValue": True}
        accept, several, folder = self._tools.ask("Runtime.callFunctionOn", self._session, **asked)["result"]["value"]
        return str(accept), bool(several), bool(folder)

    def choose(self, path: str) -> None:
        """Give the file to the field that asked."""
        self._tools.ask("DOM.setFileInputFiles", self._session, files=[path], backendNodeId=self._field)

    @property
    def _field(self) -> int:
        return self._reports.choosers[self._session]
