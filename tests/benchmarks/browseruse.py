"""Reads pages with browser-use, for capture.py. Run by the Python of the environment that has browser-use:

    VENV/bin/python tests/benchmarks/browseruse.py CHROME PROFILE

Takes one line of JSON after the other: {"do": "open", "url": …}, {"do": "DOM"}, {"do": "state"}, {"do": "version"},
{"do": "end"}; answers "=" and JSON. Readings are [ms, elements that can be acted on].
"""

import asyncio
import json
import sys
import time
from importlib.metadata import version
from typing import Any

from browser_use import BrowserProfile, BrowserSession  # type: ignore[import-not-found]
from browser_use.dom.service import DomService  # type: ignore[import-not-found]


async def read_dom(session: Any) -> tuple[float, int]:
    """Its DOM state as its own watchdog takes it, and nothing else."""
    profile = session.browser_profile
    start = time.perf_counter()
    service = DomService(
        browser_session=session,
        cross_origin_iframes=profile.cross_origin_iframes,
        paint_order_filtering=profile.paint_order_filtering,
        max_iframes=profile.max_iframes,
        max_iframe_depth=profile.max_iframe_depth,
    )
    state, _, _ = await service.get_serialized_dom_tree()
    return (time.perf_counter() - start) * 1000, len(state.selector_map)


async def read_state(session: Any) -> tuple[float, int]:
    """All that its agent is given but the picture."""
    start = time.perf_counter()
    summary = await session.get_browser_state_summary(include_screenshot=False)
    return (time.perf_counter() - start) * 1000, len(summary.dom_state.selector_map)


async def main() -> None:
    profile = BrowserProfile(
        executable_path=sys.argv[1],
        user_data_dir=sys.argv[2],
        headless=True,
        chromium_sandbox=False,
        enable_default_extensions=False,
        viewport={"width": 1280, "height": 900},
    )
    session = BrowserSession(browser_profile=profile)
    await session.start()
    lines = asyncio.get_running_loop()
    while line := await lines.run_in_executor(None, sys.stdin.readline):
        order = json.loads(line)
        match order["do"]:
            case "end":
                break
            case "version":
                answer: Any = version("browser-use")
            case "open":
                answer = await session.navigate_to(order["url"])
            case "DOM":
                answer = await read_dom(session)
            case "state":
                answer = await read_state(session)
        print("=" + json.dumps(answer), flush=True)
    await session.kill()


if __name__ == "__main__":
    asyncio.run(main())
