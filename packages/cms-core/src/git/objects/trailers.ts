/** The `Key: value` lines that end a commit's message: its last paragraph, where every line of it is one. */
export function parseTrailers(message: string): Readonly<Record<string, string>> {
  const paragraphs = message.trimEnd().split(/\n[ \t]*\n/);
  const last = paragraphs.slice(1).at(-1)?.split("\n") ?? [];
  const pairs = last.map((line) => /^([A-Za-z][A-Za-z-]*): (.*)$/.exec(line));
  if (pairs.includes(null)) return {};
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? "", pair?.[2] ?? ""]));
}
