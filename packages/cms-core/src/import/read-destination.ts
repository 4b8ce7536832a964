/** Where the address of an inline link stands, and where the link ends. */
export interface Destination {
  readonly start: number;
  readonly end: number;
  /** After the closing parenthesis. */
  readonly after: number;
}

const TITLE = /\s+(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\((?:[^()\\]|\\.)*\))/sy;
/** A generator's expression, which may hold spaces: `{{< ref "x.md" >}}`, `{% post_url x %}`. */
const EXPRESSION = /\{\{[^{}]*\}\}|\{%[^{}]*%\}/y;

const MAX_LENGTH = 4000;
/** As in the reference implementations: without it hostile text takes quadratic time. */
const MAX_DEPTH = 32;

/** Reads what follows `](`: an address in angle brackets or with balanced parentheses, then a title. */
export function readDestination(body: string, from: number, end: number): Destination | undefined {
  const at = skipSpace(body, from, end);
  const address = body[at] === "<" ? angled(body, at, end) : bare(body, at, end);
  if (address === undefined || address.end === address.start) return undefined;
  TITLE.lastIndex = address.after;
  const title = TITLE.exec(body);
  const close = skipSpace(body, address.after + (title?.[0].length ?? 0), end);
  if (close >= end || body[close] !== ")") return undefined;
  return { start: address.start, end: address.end, after: close + 1 };
}

function skipSpace(body: string, from: number, end: number): number {
  let at = from;
  while (at < end && /\s/.test(body[at] ?? "")) at += 1;
  return at;
}

function angled(body: string, at: number, end: number): Destination | undefined {
  const close = body.indexOf(">", at);
  if (close === -1 || close >= end || body.slice(at, close).includes("\n")) return undefined;
  return { start: at + 1, end: close, after: close + 1 };
}

function bare(body: string, from: number, blockEnd: number): Destination | undefined {
  const end = Math.min(blockEnd, from + MAX_LENGTH);
  let depth = 0;
  let at = from;
  while (at < end) {
    const character = body[at] ?? "";
    if (character === "{") {
      at = afterExpression(body, at);
      continue;
    }
    if (/\s/.test(character) || (character === ")" && depth === 0)) break;
    if (character === "(") depth += 1;
    if (depth > MAX_DEPTH) return undefined;
    if (character === ")") depth -= 1;
    at += character === "\\" ? 2 : 1;
  }
  return { start: from, end: Math.min(at, end), after: Math.min(at, end) };
}

function afterExpression(body: string, at: number): number {
  EXPRESSION.lastIndex = at;
  return at + (EXPRESSION.exec(body)?.[0].length ?? 1);
}
