/**
 * What git says of each file, in the order of the files: without the lines that name it. A difference that was cut off
 * has fewer.
 */
export function splitDiff(diff: string): readonly string[] {
  return diff
    .split(/^(?=diff --git )/m)
    .filter((part) => part.startsWith("diff --git "))
    .map(linesOf);
}

function linesOf(part: string): string {
  const first = part.search(/^@@ /m);
  if (first !== -1) return part.slice(first).replace(/\n$/, "");
  // Of bytes, and of a file that became a program.
  const said = part.split("\n").slice(1);
  return said.filter((line) => /^(?:Binary files|old mode|new mode)/.test(line)).join("\n");
}
