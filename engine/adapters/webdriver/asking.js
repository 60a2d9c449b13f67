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
  const query = Permissions.prototype.query, { apply } = Reflect, define = Object.defineProperty, P = Promise, { then } = P.prototype;
  const stateOf = Object.getOwnPropertyDescriptor(PermissionStatus.prototype, "state").get;
  const listen = EventTarget.prototype.addEventListener, unlisten = EventTarget.prototype.removeEventListener;
  const chain = (promise, on, off) => apply(then, promise, [on, off]);
  const statusOf = (name) => apply(query, permissions, [{ name }]);
  // Written by hand, as a page may have changed what JSON, arrays and objects do; the names are the ones below.
  const told = (what, names) => {
    let text = "";
    for (let n = 0; n < names.length; n++) text += (n ? '","' : '"') + names[n];
    try { tell('{"' + what + '":[' + text + '"]}'); return true; } catch { return false; }
  };
  const decided = (status) => new P((resolve) => {
    const look = () => {
      if (apply(stateOf, status, []) === "prompt") return;
      apply(unlisten, status, ["change", look]);
      resolve();
    };
    apply(listen, status, ["change", look]);
    look();
  });
  const answers = (names, at = 0, open = []) => {
    if (at < names.length) {
      return chain(statusOf(names[at]), (status) => {
        if (apply(stateOf, status, []) === "prompt") define(open, open.length, { value: [names[at], status], enumerable: true });
        return answers(names, at + 1, open);
      });
    }
    const asked = [];
    for (let n = 0; n < open.length; n++) define(asked, n, { value: open[n][0] });
    if (!open.length || !told("asks", asked)) return new P((go) => go());
    return chain(settled(open, 0), () => { told("over", asked); });
  };
  const settled = (open, n) => (n < open.length ? chain(decided(open[n][1]), () => settled(open, n + 1)) : undefined);
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
  hold("MediaDevices", "getUserMedia", (given) => {
    const video = given[0] && given[0].video, audio = given[0] && given[0].audio;
    return video && audio ? ["camera", "microphone"] : video ? ["camera"] : audio ? ["microphone"] : [];
  });
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
