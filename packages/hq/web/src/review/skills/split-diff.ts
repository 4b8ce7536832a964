/** Splits a Git diff by file, without the header lines. A truncated diff has fewer parts than files. */
export function splitDiff(diff: string): readonly string[] {
  return diff
    .split(/^(?=diff --git )/m)
    .filter((part) => part.startsWith("diff --git "))
    .map(linesOf);
}

function linesOf(part: string): string {
  const first = part.search(/^@@ /m);
  if (first !== -1) return part.slice(first).replace(/\n$/, "");
  // For binary files, and for files made executable.
  const said = part.split("\n").slice(1);
  return said.filter((line) => /^(?:Binary files|old mode|new mode)/.test(line)).join("\n");
}
