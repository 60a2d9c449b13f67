// Scrolling. Placed after settling.js.

function scrollToPosition(x, y) {
  const scroller = mainScroller();
  if (!scroller) return { moved: false, y: 0, most: 0 };
  const before = [scroller.scrollLeft, scroller.scrollTop];
  scroller.scrollTo({ left: x, top: y, behavior: "instant" });
  const most = Math.max(0, scroller.scrollHeight - scroller.clientHeight);
  return { moved: Math.abs(before[1] - scroller.scrollTop) >= 1 || Math.abs(before[0] - scroller.scrollLeft) >= 1, y: scroller.scrollTop, most };
}

Object.assign(jobs, { scrollToPosition });
