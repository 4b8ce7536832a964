/**
 * Returns the texts by which a secret can appear in a log: as it is, by line, in JSON (also nested), percent-encoded,
 * as form data, in HTML, in hex, and in base64 at any byte offset. Base64 is also included percent-encoded and in JSON,
 * and hex and unshifted base64 with line breaks. Texts shorter than `MIN_BYTES` are omitted, because they would mask
 * ordinary text.
 */
export function makeNeedles(secrets: Iterable<string>): readonly Buffer[] {
  const forms = [...secrets].flatMap(partsOf).flatMap(formsOf);
  const long = forms.filter(({ length }) => length >= MIN_BYTES);
  return [...new Map(long.map((form) => [form.toString("latin1"), form])).values()];
}

export const MIN_BYTES = 6;

/**
 * Returns the parts of a secret that can appear separately: lines, as of a private key, and the values of a JSON
 * secret.
 */
function partsOf(secret: string): readonly string[] {
  const lines = secret.split(/\r\n|\r|\n/).map((line) => line.trim());
  const leaves = leavesOf(secret).filter((leaf) => Buffer.byteLength(leaf) >= MIN_LEAF_BYTES);
  return [secret, secret.trim(), ...lines.filter((line) => line !== ""), ...leaves];
}

/** Common JSON values, such as `type` or `string`, are shorter. */
const MIN_LEAF_BYTES = 8;

function leavesOf(secret: string): readonly string[] {
  if (!/^\s*[[{]/.test(secret)) return [];
  try {
    const leaves: string[] = [];
    JSON.parse(secret, (_key, value: unknown) => {
      if (typeof value === "string") leaves.push(value);
      return value;
    });
    return leaves;
  } catch {
    return [];
  }
}

function formsOf(text: string): readonly Buffer[] {
  const bytes = Buffer.from(text);
  const json = inJson(text);
  const form = new URLSearchParams([["", text]]).toString().slice(1);
  const hex = bytes.toString("hex");
  const base64 = inBase64(bytes);
  const texts = [
    text,
    json,
    inJson(json),
    ...inUrls(text),
    form,
    lowerEscapes(form),
    inHtml(text),
    hex,
    hex.toUpperCase(),
    ...base64,
    ...base64.flatMap(inUrls),
    ...[text, ...base64].map(escapeSlashes),
    ...[hex, hex.toUpperCase(), base64[0] ?? ""].flatMap(brokenLines),
  ];
  return texts.map((one) => Buffer.from(one));
}

/** Line lengths of encoded text by `xxd`, `openssl`, and `base64`. */
const LINE_LENGTHS = [60, 64, 76];

function brokenLines(encoded: string): readonly string[] {
  return LINE_LENGTHS.filter((length) => encoded.length > length).flatMap((length) => {
    const count = Math.ceil(encoded.length / length);
    return Array.from({ length: count }, (_, at) => encoded.slice(at * length, (at + 1) * length));
  });
}

/** Returns the JSON string without its quotes. */
function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Returns the percent-encoded text, also without encoding slashes, and encoded twice. */
function inUrls(text: string): readonly string[] {
  const whole = encodeURIComponent(text);
  const once = [whole, whole.replaceAll("%2F", "/")].flatMap((one) => [one, lowerEscapes(one)]);
  return [...once, ...once.map(encodeURIComponent)];
}

/** Returns the JSON string as some encoders write it: with escaped slashes. */
function escapeSlashes(text: string): string {
  return inJson(text).replaceAll("/", String.raw`\/`);
}

function lowerEscapes(encoded: string): string {
  return encoded.replaceAll(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase());
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function inHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/**
 * Returns the base64 text for each byte offset, because three bytes become four characters. Characters that depend on
 * adjacent bytes are omitted.
 */
function inBase64(bytes: Buffer): readonly string[] {
  return [0, 1, 2].flatMap((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString("base64");
    const start = [0, 2, 3][shift] ?? 0;
    const end = Math.floor(((shift + bytes.length) * 8) / 6);
    const own = encoded.slice(start, end);
    return [own, own.replaceAll("+", "-").replaceAll("/", "_")];
  });
}
