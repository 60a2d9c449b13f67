// The last part: run the job that was asked for. arguments[0]: its name, what a slice of it before has left (settling.js),
// one node in each closed shadow root known, and the fields known to be secret.
const [job, left, inside, hidden] = arguments[0];
resumed = left;
keepSecret(hidden);
for (const node of inside) learn(node);
for (const one of arguments) if (one instanceof Element) learn(one);
const answer = jobs[job](...Array.prototype.slice.call(arguments, 1));
const isLater = (error) => { if (error instanceof Later) return { later: error.left }; throw error; };
return answer && typeof answer.then === "function" ? answer.then((result) => result, isLater) : answer;
