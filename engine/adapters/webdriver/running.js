// The last part: run the job that was asked for.
return jobs[arguments[0]](...Array.prototype.slice.call(arguments, 1));
