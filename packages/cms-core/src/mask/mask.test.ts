import { array, assert, constantFrom, nat, property, string, tuple } from "fast-check";
import { describe, expect, test } from "vitest";
import { createMask } from "./mask.ts";
import { makeNeedles } from "./needles.ts";

const SECRET = 'pa"ss<w&rd/für?1';

function lowerEscapes(encoded: string): string {
  return encoded.replaceAll(/%\w\w/g, (escape) => escape.toLowerCase());
}

describe("masks a secret", () => {
  test.for([
    ["in plain text", SECRET],
    ["in JSON", JSON.stringify({ a: SECRET }).slice(6, -2)],
    ["in JSON in JSON", JSON.stringify(JSON.stringify(SECRET)).slice(3, -3)],
    ["percent-encoded", encodeURIComponent(SECRET)],
    ["percent-encoded in lowercase", lowerEscapes(encodeURIComponent(SECRET))],
    ["in a form", new URLSearchParams({ a: SECRET }).toString().slice(2)],
    ["in HTML", "pa&quot;ss&lt;w&amp;rd/für?1"],
    ["percent-encoded twice", encodeURIComponent(encodeURIComponent(SECRET))],
    ["percent-encoded except slashes", encodeURIComponent(SECRET).replaceAll("%2F", "/")],
    ["in JSON with escaped slashes", String.raw`pa\"ss<w&rd\/für?1`],
    ["in hex", Buffer.from(SECRET).toString("hex")],
    ["in uppercase hex", Buffer.from(SECRET).toString("hex").toUpperCase()],
  ] as const)("%s", ([, form]) => {
    expect(createMask([SECRET]).maskText(`before ${form} behind`)).toBe("before *** behind");
  });

  test.for([0, 1, 2, 3, 4, 5])(
    "in base64 after %i other bytes, including URL-safe base64",
    (count) => {
      const bytes = Buffer.concat([Buffer.alloc(count, 120), Buffer.from(`${SECRET}~~~`)]);
      for (const encoding of ["base64", "base64url"] as const) {
        const masked = createMask([SECRET]).maskText(bytes.toString(encoding));
        // A character at each end can also encode bits of its neighbor.
        expect(masked.replace("***", "").length).toBeLessThanOrEqual(count * 1.5 + 4 + 4);
        expect(masked).toContain("***");
      }
    },
  );

  // The base64 text of these secrets contains `+` or `/`, at different byte offsets.
  test.for(["x?y>z~q?~>pass??w~rd1", "pä~~~ss??>>wörd", "a>b?c~d>>e??f~~g"])(
    "in base64 that is percent-encoded, or escaped in JSON: %s",
    (secret) => {
      const forms = [
        encodeURIComponent,
        (text: string) => lowerEscapes(encodeURIComponent(text)),
        (text: string) => encodeURIComponent(text).replaceAll("%2F", "/"),
        (text: string) => encodeURIComponent(encodeURIComponent(text)),
        (text: string) => text.replaceAll("/", String.raw`\/`),
      ];
      for (const form of forms) {
        for (const before of ["", "u", "u:", "user:"]) {
          const base64 = Buffer.from(before + secret)
            .toString("base64")
            .replaceAll("=", "");
          const masked = createMask([secret]).maskText(form(base64));
          expect(masked).toContain("***");
          // A character at each end can also encode bits of its neighbor.
          expect(masked.replace("***", "").length).toBeLessThanOrEqual(before.length * 1.5 + 4);
        }
      }
    },
  );

  test.for([60, 64, 76])("in hex and base64 with lines of %i characters", (width) => {
    const secret = "0123456789-".repeat(30);
    const lines = (text: string): string => text.replaceAll(new RegExp(`.{${width}}`, "g"), "$&\n");
    const bytes = Buffer.from(`${secret}\n`);
    for (const encoding of ["hex", "base64"] as const) {
      const masked = createMask([secret]).maskText(lines(bytes.toString(encoding)));
      // The remaining text can reveal a byte or two at the end.
      expect(masked.replaceAll(/\*\*\*|\n/g, "").length).toBeLessThan(8);
    }
  });

  test("with several lines, whole or by line", () => {
    const key = "-----BEGIN KEY-----\r\nabcdefghijkl\r\n  mnopqrstuvwx\r\n-----END KEY-----\n";
    const mask = createMask([key]);
    expect(mask.maskText(`x ${key.trim()} y`)).toBe("x *** y");
    expect(mask.maskText("1: abcdefghijkl\n2: mnopqrstuvwx")).toBe("1: ***\n2: ***");
  });

  test("with JSON, by each of its longer strings", () => {
    const mask = createMask(['{"type":"account","key":{"id":"0123456789"}}']);
    expect(mask.maskText("account 0123456789")).toBe("account ***");
  });

  test("unless it is so short that it would mask ordinary text", () => {
    expect(createMask(["12345", ""]).maskText("12345")).toBe("12345");
    expect(makeNeedles(["a\nb\nc\nd", "12345"]).every(({ length }) => length >= 6)).toBe(true);
  });
});

/** Masks bytes by brute force, with one mask for overlapping needles. */
function maskPlainly(bytes: Buffer, needles: readonly Buffer[]): string {
  const places = needles
    .flatMap((needle) =>
      Array.from(bytes.keys())
        .filter((at) => needle.compare(bytes, at, Math.min(at + needle.length, bytes.length)) === 0)
        .map((at) => ({ begin: at, end: at + needle.length })),
    )
    .toSorted((left, right) => left.begin - right.begin);
  let masked = "";
  let done = 0;
  for (const { begin: start, end } of places) {
    if (start >= done) masked += `${bytes.toString("latin1", done, start)}***`;
    done = Math.max(done, end);
  }
  return masked + bytes.toString("latin1", done);
}

const few = string({ unit: constantFrom("a", "b", "é"), minLength: 3, maxLength: 12 });
const chunk = tuple(
  array(constantFrom("a", "b", "é", "aababab", "YWFi", "c"), { maxLength: 12 }).map((parts) =>
    Buffer.from(parts.join("")),
  ),
  nat(2),
);

test("masks a stream like the whole text, regardless of chunks and flushes", () => {
  assert(
    property(
      array(few, { minLength: 1, maxLength: 4 }),
      array(chunk, { maxLength: 10 }),
      (secrets, chunks) => {
        const masker = createMask(secrets).createMasker();
        const written = chunks.flatMap(([bytes, kind]) =>
          kind === 0 ? [masker.write(bytes), masker.flush()] : [masker.write(bytes)],
        );
        const masked = Buffer.concat([...written, masker.end()]).toString("latin1");
        const whole = Buffer.concat(chunks.map(([bytes]) => bytes));
        expect(masked).toBe(maskPlainly(whole, makeNeedles(secrets)));
      },
    ),
    { numRuns: 300 },
  );
});

test("flushes held text except a possible start of a secret", () => {
  const masker = createMask(["a-long-secret-value"]).createMasker();
  expect(masker.write(Buffer.from("password: a-long")).toString()).toBe("");
  expect(masker.flush().toString()).toBe("password: ");
  expect(masker.write(Buffer.from("-secret-value\n")).toString()).toBe("");
  expect(masker.flush().toString()).toBe("***\n");
  expect(masker.end().toString()).toBe("");
});

test("masks a long sequence of overlapping secrets once, in linear time", () => {
  const masker = createMask(["a".repeat(40)]).createMasker();
  const written = Array.from({ length: 200 }, () => masker.write(Buffer.from("a".repeat(4000))));
  expect(Buffer.concat([...written, masker.end()]).toString()).toBe("***");
});
