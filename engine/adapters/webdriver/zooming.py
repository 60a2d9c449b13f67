"""How large all pages are shown: Chrome's own zoom, which lasts, and which pages cannot tell from a smaller window."""

import json
import time
from threading import Event

from engine.adapters.webdriver.closing import wait_until_closed
from engine.adapters.webdriver.rescuing import evaluate
from engine.adapters.webdriver.session import Session
from engine.values.errors import Interrupted
from engine.values.outcome import Done, Failed, NoEffect, Outcome, Rejected

SMALLEST, LARGEST = 25, 500
"""Percent; what Chrome itself offers."""
SECONDS = 3.0

# Chrome has no command for its zoom, but its own settings page has. A site that was once shown at a size of its own
# (Control and plus) keeps that one, unless it is told to forget it.
_SET = """new Promise((done) => {
  const until = performance.now() + 2500;
  const begin = () => {
    if (globalThis.chrome?.settingsPrivate) {
      if (SITE) chrome.send("removeZoomLevel", [SITE]);
      chrome.settingsPrivate.getDefaultZoom((before) => {
        chrome.settingsPrivate.setDefaultZoom(FACTOR);
        chrome.settingsPrivate.getDefaultZoom((after) => done([before, after]));
      });
    } else if (performance.now() < until) setTimeout(begin, 30); else done(null);
  };
  begin();
})"""


def zoom(session: Session, percent: int, stop: Event) -> Outcome:
    """Show all pages at this size, from now on. Rejected where Chrome has no such size."""
    if not SMALLEST <= percent <= LARGEST:
        return Rejected("", f"Pages can be shown at {SMALLEST} to {LARGEST} percent.")
    if stop.is_set():
        raise Interrupted("Stopped.")
    session.enter(())
    shown = round(100 * factor(session))
    site = str(session.script("return location.host && location.hostname"))
    session.pressed = True
    before, after = _set(session, percent / 100, site)
    if after == percent and _is_shown(session, percent):
        return NoEffect() if shown == before == percent else Done(f"pages are now shown at {percent} percent")
    return Failed("Chrome did not change the size of its pages. Hold Control and press plus or minus instead.")


def factor(session: Session) -> float:
    """How large the current tab is shown; 1.0 is the page's own size. The scale of the screen is not part of it."""
    view = session.cdp("Page.getLayoutMetrics")["visualViewport"]
    return float(view.get("zoom", 1.0))


def _set(session: Session, wanted: float, site: str) -> tuple[int, int]:
    """Have Chrome's settings page do it, in a tab that never comes to the front; percent before and after (or 0)."""
    settings = str(session.cdp("Target.createTarget", url="chrome://settings", background=True)["targetId"])
    try:
        words = _SET.replace("SITE", json.dumps(site)).replace("FACTOR", json.dumps(wanted))
        before, after = evaluate(session, settings, words) or (0, 0)
        return round(100 * before), round(100 * after)
    finally:
        session.cdp("Target.closeTarget", targetId=settings)
        wait_until_closed(session, settings)


def _is_shown(session: Session, percent: int) -> bool:
    until = time.monotonic() + SECONDS
    while round(100 * factor(session)) != percent:
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True
