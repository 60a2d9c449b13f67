// The last part: run the job that was asked for. arguments[0]: its name, and one node in each closed shadow root known.
const [job, ...inside] = arguments[0];
for (const node of inside) learn(node);
for (const one of arguments) if (one instanceof Element) learn(one);
return jobs[job](...Array.prototype.slice.call(arguments, 1));
