import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codePoint } from "../../../../tests/support/properties/code-point.ts";
import { newId } from "./ids.ts";
import { foldSlug, slugProblem } from "./slug.ts";
import { slugify } from "./slugify.ts";

describe("a slug", () => {
  const bad: readonly (readonly [string, string])[] = [
    ...["../../x", "..%2f..%2fx", String.raw`..\..\x`, "/etc/passwd", String.raw`C:\x`].map(
      (text) => ["IDP-01", text] as const,
    ),
    ["IDP-01", String.raw`\\srv\x`],
    ...["a\0", "a\n", "a\r", "a\t", "a\u202E", "a\u200B", "\uFEFFa"].map(
      (text) => ["IDP-02", text] as const,
    ),
    ["IDP-04", String.raw`x\..\..\package.json`],
    ...["a.", "a ", "a:b", "A", "a/b", "-a", "~a", ".a", "_a"].map(
      (text) => ["IDP-05", text] as const,
    ),
    ["IDP-06", "cafe\u0301"],
    ["IDP-06", "\u212A"],
    ...["_", "", ".", "..", "a".repeat(192), "日".repeat(100)].map(
      (text) => ["IDP-08", text] as const,
    ),
  ];
  test.for(bad)("%s rejects %j", ([, text]) => {
    expect(slugProblem(text)).toMatch(/^A slug /);
  });

  const reserved = ["con", "nul", "aux.json", "com1", "lpt9.x.y", "prn", "com¹", "index"];
  test.for(reserved)("IDP-05, IDP-08 reserves %s", (text) => {
    expect(slugProblem(text)).toMatch(
      /is reserved for index files|is a reserved file name on Windows/,
    );
  });

  test("IDP-07 never has the form of an id", () => {
    for (const kind of ["entry", "media", "site"] as const) {
      expect(slugProblem(newId(kind))).toMatch(/looks like an ID/);
    }
  });

  test.for([
    "a",
    "hello-world",
    "v1.2_3~x",
    "café",
    "日本語",
    "2024",
    "console",
    "ß",
    "api",
    "indexes",
    "サーバー",
    "々",
    "เด็กๆ",
    "ʻokina",
  ])("accepts %s", (text) => {
    expect(slugProblem(text)).toBeUndefined();
  });

  test("PUB-15 IDP-06 differs from another by more than case", () => {
    expect(foldSlug("straße")).toBe(foldSlug("strasse"));
    expect(foldSlug("ſ")).toBe(foldSlug("s"));
    expect(foldSlug("σας")).toBe(foldSlug("σασ"));
    expect(foldSlug("a")).not.toBe(foldSlug("á"));
  });

  test("is case-folded the same way whether it is ASCII or not", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "z", "0", ".", "_", "~", "-", "A", "á", "İ", "ſ") }),
        (text) => {
          const folded = text.normalize("NFC").toUpperCase().toLowerCase().normalize("NFC");
          expect(foldSlug(text)).toBe(folded);
        },
      ),
    );
  });
});

function lettersOf(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll("İ", "i")
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, "");
}

describe("slugify", () => {
  test.for([
    ["Hello, World!", "hello-world"],
    ["  Don't  panic ", "dont-panic"],
    ["Crème Brûlée", "crème-brûlée"],
    ["日本語 タイトル", "日本語-タイトル"],
    ["My_Post.v2", "my_post.v2"],
    ["İstanbul", "istanbul"],
    ["CON", "con-1"],
    ["nul.txt", "nul-txt"],
    ["Index", "index-1"],
    ["🎉", "untitled"],
    ["サーバー", "サーバー"],
    ["データベース入門", "データベース入門"],
    ["お知らせー", "お知らせー"],
    ["ﾍﾞｰｶﾘｰ", "ベーカリー"],
    ["佐々木さんの話", "佐々木さんの話"],
    ["เด็กๆ เล่น", "เด็กๆ-เล่น"],
    ["Hawaiʻi Oʻahu", "hawaiʻi-oʻahu"],
    ["सरकारी हिन्दी", "सरकारी-हिन्दी"],
    ["مدرسـة", "مدرسـة"],
    ["environmentalscience", "environmentalscience-1"],
  ])("converts %j to %j", ([title, slug]) => {
    expect(slugify(title ?? "")).toBe(slug);
  });

  test("keeps all letters and marks of a title", () => {
    const letter = fc
      .oneof(
        codePoint,
        fc.constantFrom(
          ...Array.from("ー々〻ゝヽｰๆໆʻʼʰˮـꜗᴬᵃ゙̇́ंािَّ"),
          "İ",
          "ǅ",
          "ﬁ",
          "ß",
          "か゛",
          "A\u0345",
        ),
      )
      .filter((text) => /^[\p{L}\p{M}\p{N}]+$/u.test(text));
    const word = fc.array(letter, { minLength: 1, maxLength: 8 }).map((all) => `a${all.join("")}`);
    const titles = fc
      .tuple(word, fc.constantFrom(" ", "-", "、", "’", ": "), word)
      .map(([one, between, other]) => one + between + other);
    fc.assert(
      fc.property(titles, (title) => {
        expect(lettersOf(slugify(title))).toBe(lettersOf(title));
      }),
      { numRuns: 1000 },
    );
  });

  test("returns a valid slug for any text, and leaves that slug unchanged", () => {
    const titles = fc.oneof(
      fc.string({ unit: codePoint, maxLength: 300 }),
      fc.string({ unit: "grapheme", maxLength: 60 }),
      fc.string({ maxLength: 300 }),
      fc.constantFrom("con", "aux.x", "index", "a..-", "~-~", "ｶ゛", "A\u0345\u0301", "\uD800"),
    );
    fc.assert(
      fc.property(fc.tuple(titles, titles), ([one, other]) => {
        for (const title of [one, `${one}-${other}`, `${one} ${other}`.repeat(9)]) {
          const slug = slugify(title);
          expect(slugProblem(slug)).toBeUndefined();
          expect(slugify(slug)).toBe(slug);
        }
      }),
      { numRuns: 400 },
    );
  });
});
