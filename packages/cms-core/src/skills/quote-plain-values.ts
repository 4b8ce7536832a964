const PAIR = /^([A-Za-z][\w-]*):[ \t]+(\S.*)$/;
/** What a value of several lines begins with, or one that is whole as it stands. */
const WHOLE = /^(?:[|>][+-]?\d?\s*(?:#.*)?|"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|\[.*\]|\{.*\})$/;

/**
 * Front matter whose plain values at the top are in quotes. Many skills are written with a colon or an asterisk in
 * their description, which YAML takes for something else and other readers forgive.
 */
export function quotePlainValues(yaml: string): string {
  const lines = yaml.split("\n");
  const quoted: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const [, key, first] = PAIR.exec(line) ?? [];
    if (key === undefined || first === undefined || WHOLE.test(first.trim())) {
      quoted.push(line);
      continue;
    }
    const words = [first.trim()];
    // A plain value goes on in the lines that are indented.
    while (/^[ \t]+\S/.test(lines[at + 1] ?? "")) {
      at += 1;
      words.push((lines[at] ?? "").trim());
    }
    quoted.push(`${key}: ${JSON.stringify(words.join(" "))}`);
  }
  return quoted.join("\n");
}
