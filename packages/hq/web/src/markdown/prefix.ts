/** What later lines of a block begin with that begins at an offset: spaces, and the signs of quotes. */
export function prefixAt(text: string, start: number): string {
  let line = start;
  while (line > 0 && text[line - 1] !== "\n" && text[line - 1] !== "\r") line -= 1;
  return text
    .slice(line, start)
    .replace(/^\uFEFF/, "")
    .replaceAll(/[^ \t>]/g, " ");
}

/** Puts the prefix before all lines but the first; empty ones get no white space at their end. */
export function withPrefix(lines: string, prefix: string, eol: string): string {
  const [first = "", ...rest] = lines.split("\n");
  return [first, ...rest.map((line) => (line === "" ? prefix.trimEnd() : prefix + line))].join(eol);
}

/** Takes from all lines but the first as much of the prefix as they have: lazy lines have less. */
export function withoutPrefix(source: string, prefix: string): string {
  if (prefix === "") return source;
  return source
    .split(/(?<=\n|\r(?!\n))/)
    .map((line, index) => (index === 0 ? line : line.slice(prefixLength(line, prefix))))
    .join("");
}

function prefixLength(line: string, prefix: string): number {
  let at = 0;
  for (const sign of prefix) {
    if (line[at] === sign) at += 1;
    else if (sign === ">") {
      const found = /^[ \t]*>/.exec(line.slice(at));
      if (found === null) return at;
      at += found[0].length;
    } else return at;
  }
  return at;
}
