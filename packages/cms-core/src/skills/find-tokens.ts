import type { Issue } from "../base/errors.ts";

/** A kind of token with a recognizable format. */
interface TokenForm {
  readonly name: string;
  /** Regular expression without flags and named groups. */
  readonly pattern: string;
}

/**
 * Token formats that the services designed to be recognizable. Each starts with characters that ordinary text doesn't
 * contain, so false matches are rare.
 */
const FORMS: readonly TokenForm[] = [
  {
    name: "a Loam token",
    pattern: String.raw`loam_(?:[a-z]{2,12}_[a-z2-7]{10}_[a-z2-7]{52}|prev_[\w.-]{32,512})`,
  },
  { name: "a webhook secret", pattern: String.raw`whsec_[A-Za-z0-9+/]{32,64}={0,2}` },
  { name: "a GitHub token", pattern: String.raw`gh[opsur]_[A-Za-z0-9]{36,255}` },
  { name: "a GitHub token", pattern: String.raw`github_pat_\w{59,255}` },
  {
    name: "a GitLab token",
    pattern: String.raw`gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|soat|ffct|oas)-[\w-]{20,128}(?:\.[\w.]{2,64})?`,
  },
  {
    name: "an AWS access key",
    pattern: String.raw`(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Z2-7])`,
  },
  {
    name: "an AWS secret key",
    pattern: String.raw`(?i:(?:aws_?)?secret_?access_?key)["']?\s*[:=]+>?\s*["']?[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])`,
  },
  { name: "a Slack token", pattern: String.raw`xox[abceoprs]-(?:\d+-)?[A-Za-z0-9-]{16,255}` },
  { name: "a Slack token", pattern: String.raw`xapp-\d-[A-Z0-9]+-\d+-[a-z0-9]{32,128}` },
  {
    name: "a Slack webhook",
    pattern: String.raw`hooks\.slack\.com/(?:services|workflows|triggers)/[A-Z0-9]{8,14}/[A-Z0-9]{8,14}/[A-Za-z0-9]{20,64}`,
  },
  { name: "an Anthropic key", pattern: String.raw`sk-ant-[a-z]{3,8}\d{2}-[\w-]{20,255}` },
  { name: "an OpenRouter key", pattern: String.raw`sk-or-v1-[0-9a-f]{64}` },
  { name: "an OpenAI key", pattern: String.raw`sk-(?:proj|svcacct|admin|None)-[\w-]{20,255}` },
  { name: "an OpenAI key", pattern: String.raw`sk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}` },
  { name: "an OpenAI key", pattern: String.raw`sk-[A-Za-z0-9]{48}(?![A-Za-z0-9])` },
  { name: "an npm token", pattern: String.raw`npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])` },
  {
    name: "an npm token",
    pattern: String.raw`:_authToken\s*=\s*["']?(?:npm_)?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`,
  },
  { name: "a Google key", pattern: String.raw`AIza[\w-]{35}(?![\w-])` },
  { name: "a Google token", pattern: String.raw`ya29\.[\w-]{30,512}` },
  { name: "a Google client secret", pattern: String.raw`GOCSPX-[\w-]{28}` },
  { name: "a Stripe key", pattern: String.raw`(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{20,255}` },
  { name: "a Hugging Face token", pattern: String.raw`hf_[A-Za-z0-9]{34}(?![A-Za-z0-9])` },
  { name: "a Groq key", pattern: String.raw`gsk_[A-Za-z0-9]{52}` },
  { name: "an xAI key", pattern: String.raw`xai-[A-Za-z0-9]{80}` },
  { name: "a SendGrid key", pattern: String.raw`SG\.[\w-]{22}\.[\w-]{43}` },
  { name: "a PyPI token", pattern: String.raw`pypi-AgE[\w-]{50,255}` },
  { name: "a Docker token", pattern: String.raw`dckr_(?:pat|oat)_[\w-]{27,64}` },
  { name: "a DigitalOcean token", pattern: String.raw`do[opr]_v1_[0-9a-f]{64}` },
  { name: "a Shopify token", pattern: String.raw`shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}` },
  { name: "a Vault token", pattern: String.raw`hv[brs]\.[\w-]{24,255}` },
  { name: "a Linear key", pattern: String.raw`lin_api_[A-Za-z0-9]{40}` },
  { name: "a Notion token", pattern: String.raw`ntn_[A-Za-z0-9]{40,64}` },
  { name: "a Databricks token", pattern: String.raw`dapi[0-9a-f]{32}(?![0-9a-f])` },
  { name: "a Telegram token", pattern: String.raw`\d{8,10}:AA[\w-]{33}(?![\w-])` },
  { name: "an Atlassian token", pattern: String.raw`ATATT3[\w-]{80,255}` },
  { name: "a Grafana token", pattern: String.raw`gl(?:sa|c)_[A-Za-z0-9+/]{32,255}` },
  { name: "a Figma token", pattern: String.raw`fig[du]_[\w-]{40}` },
  { name: "an Azure storage key", pattern: String.raw`AccountKey=[A-Za-z0-9+/]{86}==` },
  { name: "an age key", pattern: String.raw`AGE-SECRET-KEY-1[0-9A-Z]{58}` },
  {
    name: "a private key",
    // The header alone is common in text; a real one is followed by base64, in files and in JSON.
    pattern: String.raw`-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:\s|\\[nr])*(?:[A-Z][\w-]+: [^\r\n\\]{0,200}(?:\s|\\[nr])+){0,8}[A-Za-z0-9+/=]{40}`,
  },
];

const ANY = new RegExp(
  `(?<![A-Za-z0-9_])(?:${FORMS.map(({ pattern }) => `(${pattern})`).join("|")})`,
  "g",
);

/** Encodings of text, possibly over several lines. */
const ENCODED: readonly (readonly [RegExp, BufferEncoding])[] = [
  [/[A-Za-z0-9+/_-]{24,}(?:\r?\n[ \t]*[A-Za-z0-9+/_-]+)*/g, "base64"],
  [/[0-9a-fA-F]{32,}(?:\r?\n[ \t]*[0-9a-fA-F]+)*/g, "hex"],
];
/**
 * Text directly before an encoded token, such as a path, can use the same characters. Longer runs are files of their
 * own.
 */
const MAX_SHIFTED = 4096;

/** More issues for one file don't help. */
const MAX_ISSUES = 20;

/**
 * Finds tokens with known formats in a file, plain or in base64, hex, or percent-encoding. Returns one issue for each,
 * with its line and kind, never the token. Placeholders in documentation (`ghp_xxxx…`) are ignored.
 */
export function findTokens(bytes: Uint8Array, path: string): readonly Issue[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  const found = new Map<number, string>();
  const lineAt = createLineCounter(text);
  const searchPart = (part: string, placeOf: (index: number) => number): void => {
    for (const match of part.matchAll(ANY)) {
      if (found.size === MAX_ISSUES) return;
      const form = FORMS[match.findIndex((group, at) => at > 0 && group !== undefined) - 1];
      if (form === undefined || isPlaceholder(match[0], form)) continue;
      const line = lineAt(placeOf(match.index));
      found.set(line, found.get(line) ?? form.name);
    }
  };
  searchPart(text, (index) => index);
  for (const [part, placeOf] of decodeVariants(text)) searchPart(part, placeOf);
  return Array.from(found, ([line, name]): Issue => {
    const message = `${path}:${line}: this looks like ${name}. Remove it, and revoke it if it is real.`;
    return { code: "unsafe_skill", message, path, line };
  }).toSorted((left, right) => (left.line ?? 0) - (right.line ?? 0));
}

/** Yields the decoded variants of a text, with their positions. */
function* decodeVariants(
  text: string,
): Generator<readonly [part: string, placeOf: (index: number) => number]> {
  // UTF-16 has a NUL next to each ASCII letter.
  if (text.includes("\0")) {
    const places = [...findPlainRanges(text)];
    yield [text.replaceAll("\0", ""), (index) => places[index] ?? 0];
  }
  if (text.includes("%")) yield* percentDecoded(text);
  for (const [pattern, encoding] of ENCODED) {
    for (const { 0: encoded, index } of text.matchAll(pattern)) {
      const plain = encoded.replaceAll(/\s+/g, "");
      const shifts = encoding === "base64" && plain.length <= MAX_SHIFTED ? [0, 1, 2, 3] : [0];
      for (const shift of shifts) {
        yield [Buffer.from(plain.slice(shift), encoding).toString("latin1"), () => index];
      }
    }
  }
}

function* percentDecoded(
  text: string,
): Generator<readonly [part: string, placeOf: (index: number) => number]> {
  for (const { 0: line, index } of text.matchAll(/[^\n]*%[^\n]*/g)) {
    const part = line.replaceAll(/%([0-9a-fA-F]{2})/g, (_all, hex: string) =>
      String.fromCodePoint(Number.parseInt(hex, 16)),
    );
    yield [part, () => index];
  }
}

function* findPlainRanges(text: string): Generator<number> {
  for (let at = 0; at < text.length; at += 1) if (text[at] !== "\0") yield at;
}

/** Returns a function that returns the line of an index, from 1. Fast for ascending indexes. */
function createLineCounter(text: string): (index: number) => number {
  let [line, counted] = [1, 0];
  return (index) => {
    if (index < counted) [line, counted] = [1, 0];
    for (let next = text.indexOf("\n", counted); next !== -1 && next < index;) {
      line += 1;
      counted = next + 1;
      next = text.indexOf("\n", counted);
    }
    return line;
  };
}

/** Words and character sequences that placeholders contain and real tokens don't. */
const PLACEHOLDER =
  /example|placeholder|redacted|changeme|replace|dummy|sample|insert|your|fake|xxxx|\*\*\*|\.\.\.|0123456|1234567|abcdefg/i;
const ROW = /(.)\1{5}/;
/** Minimum number of different characters after the fixed prefix. Typed placeholders have fewer than random tokens. */
const MIN_DIFFERENT = 7;
const PREFIX_LENGTH = 4;
/** The example token in GitHub's documentation. */
const EXAMPLE_TOKENS: ReadonlySet<string> = new Set(["ghp_16C7e42F292c6912E7710c838347Ae178B4a"]);

function isPlaceholder(token: string, { name }: TokenForm): boolean {
  if (EXAMPLE_TOKENS.has(token) || PLACEHOLDER.test(token)) return true;
  // The header has consecutive dashes, and its numbers start with zeros.
  if (name === "a private key") return false;
  return ROW.test(token) || new Set(token.slice(PREFIX_LENGTH)).size < MIN_DIFFERENT;
}
