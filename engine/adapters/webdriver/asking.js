// Runs before the scripts of every new document, and is the one thing that Sayso changes in a page: it touches no node
// and leaves no global. A call that would make Chrome ask the user for leave waits here instead, while Sayso asks by
// voice; when it is answered, Chrome knows the answer, and the page's own call goes on and gets it. Nothing is held
// where there is nothing to ask: where the page has leave already, or is denied it.
(() => {
  const tell = globalThis.saysoAsks;
  delete globalThis.saysoAsks;
  const permissions = navigator.permissions;
  if (typeof tell !== "function" || !permissions || !isSecureContext) return;
  // What is needed later is taken now: a page may replace the rest.
  const query = Permissions.prototype.query, { apply } = Reflect, { stringify } = JSON, P = Promise, { then } = P.prototype;
  const listen = EventTarget.prototype.addEventListener, unlisten = EventTarget.prototype.removeEventListener;
  const chain = (promise, on, off) => apply(then, promise, [on, off]);
  const statusOf = (name) => apply(query, permissions, [{ name }]);
  const place = () => { const above = location.ancestorOrigins; return above.length ? above[above.length - 1] : location.origin; };
  const told = (fact) => { try { tell(stringify(fact)); return true; } catch { return false; } };
  const decided = (status) => new P((resolve) => {
    const look = () => {
      if (status.state === "prompt") return;
      apply(unlisten, status, ["change", look]);
      resolve();
    };
    apply(listen, status, ["change", look]);
    look();
  });
  const answers = (names) => chain(P.all(names.map(statusOf)), (all) => {
    const open = names.filter((name, n) => all[n].state === "prompt");
    if (!open.length || !told({ asks: open, origin: place() })) return undefined;
    return chain(P.all(all.map(decided)), () => { told({ over: open }); });
  });
  function hold(kind, key, namesOf) {
    const owner = globalThis[kind] && (Object.hasOwn(globalThis[kind], key) ? globalThis[kind] : globalThis[kind].prototype);
    if (!owner || typeof owner[key] !== "function") return;
    owner[key] = new Proxy(owner[key], {
      apply: (call, self, given) => {
        const names = namesOf(given), go = () => apply(call, self, given);
        const result = names.length ? chain(answers(names), go, go) : go();
        return kind === "Geolocation" ? undefined : result;
      },
    });
  }
  const always = (name) => () => [name];
  hold("Geolocation", "getCurrentPosition", always("geolocation"));
  hold("Notification", "requestPermission", always("notifications"));
  hold("PushManager", "subscribe", always("notifications"));
  hold("Clipboard", "read", always("clipboard-read"));
  hold("Clipboard", "readText", always("clipboard-read"));
  hold("MediaDevices", "getUserMedia", ([wish]) => [...(wish && wish.video ? ["camera"] : []), ...(wish && wish.audio ? ["microphone"] : [])]);
  // This one must return a number at once: it is the page's, and its own is made when it may be.
  const watches = globalThis.Geolocation && Geolocation.prototype, started = new Map();
  if (watches) {
    let last = 1000000;
    watches.watchPosition = new Proxy(watches.watchPosition, {
      apply: (call, self, given) => {
        const own = ++last, go = () => { if (started.has(own)) started.set(own, apply(call, self, given)); };
        started.set(own, null);
        chain(answers(["geolocation"]), go, go);
        return own;
      },
    });
    watches.clearWatch = new Proxy(watches.clearWatch, {
      apply: (call, self, [own]) => {
        const real = started.get(own);
        started.delete(own);
        return real == null ? undefined : apply(call, self, [real]);
      },
    });
  }
})();
