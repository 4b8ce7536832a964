import { setImmediate } from "node:timers/promises";

/** How long synchronous file calls may keep everybody else waiting. */
const SLICE_MS = 10;

/**
 * Returns a function to await between two short synchronous steps: it lets other work of the process run
 * once a slice of time is used up. (Synchronous calls on small files cost a third of asynchronous ones.)
 */
export function createTimeSlice(sliceMs: number = SLICE_MS): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < sliceMs) return undefined;
    return setImmediate().then(() => {
      began = performance.now();
      return undefined;
    });
  };
}
