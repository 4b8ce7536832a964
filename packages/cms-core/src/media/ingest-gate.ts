import { availableParallelism } from "node:os";

/** How many uploads are decoded at once; each may need some hundred megabytes. */
const PLACES = Math.max(1, Math.min(4, availableParallelism()));

let free = PLACES;
const waiting: (() => void)[] = [];

/** Runs `work` when a place is free, in the order of asking. One gate for the process: memory is shared. */
export async function throughGate<T>(work: () => Promise<T>): Promise<T> {
  if (free > 0) free -= 1;
  else await new Promise<void>((resume) => waiting.push(resume));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  }
}
