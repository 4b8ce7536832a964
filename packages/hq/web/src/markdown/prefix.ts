/** Returns the prefix of the later lines of the block at an offset: spaces and blockquote markers. */
export function prefixAt(text: string, start: number): string {
  let line = start;
  while (line > 0 && text[line - 1] !== "\n" && text[line - 1] !== "\r") line -= 1;
  return text
    .slice(line, start)
    .replace(/^\uFEFF/, "")
    .replaceAll(/[^ \t>]/g, " ");
}

/** Adds the prefix to all lines but the first, without trailing whitespace on empty lines. */
export function withPrefix(lines: string, prefix: string, eol: string): string {
  const [first = "", ...rest] = lines.split("\n");
  return [first, ...rest.map((line) => (line === "" ? prefix.trimEnd() : prefix + line))].join(eol);
}

/** Removes the prefix from all lines but the first, as far as present. Lazy continuation lines have less of it. */
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
