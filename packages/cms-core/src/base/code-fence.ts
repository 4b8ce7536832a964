/** Matches the first line of a fenced code block, also in lists and quotes. */
export const FENCE: RegExp = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}(?=[^`]*$)|~{3,})/;

/** Returns whether a line ends a fenced code block. */
export function closesFence(line: string, fence: string): boolean {
  const run = /^[ \t>]*(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
  return run !== undefined && run[0] === fence[0] && run.length >= fence.length;
}
