import { array, assert, constantFrom, oneof, property, string } from "fast-check";
import { describe, expect, test } from "vitest";
import { codePoint } from "../../../../../tests/support/properties/code-point.ts";
import { cleanFilename } from "./clean-filename.ts";

const jpeg = { extensions: ["jpg", "jpeg"] } as const;

describe("cleanFilename", () => {
  test.for([
    ["photo.jpg", "photo.jpg"],
    ["IMG 0042 (edited).JPG", "IMG-0042-edited.jpg"],
    ["写真 一.jpeg", "写真-一.jpeg"],
    ["Cafe\u0301.jpg", "Café.jpg"],
    ["../../x.jpg", "x.jpg"],
    ["C:\\Users\\me\\x.jpg", "x.jpg"],
    ["/etc/passwd", "passwd.jpg"],
    ["a\0.jpg", "a.jpg"],
    ["..", "file.jpg"],
    ["", "file.jpg"],
    [".htaccess", "htaccess.jpg"],
    ["-rf.jpg", "rf.jpg"],
    ["invoice\u202Egpj.exe", "invoice-gpj.exe.jpg"],
    ["con.jpg", "file-con.jpg"],
    ["Aux", "file-Aux.jpg"],
    ["com¹.jpg", "file-com¹.jpg"],
    ["console.jpg", "console.jpg"],
    ["page.html", "page.html.jpg"],
    ["photo.png", "photo.jpg"],
    ["a?b#c%20d&e.jpg", "a-b-c-20d-e.jpg"],
    ["\uD800lone.jpg", "lone.jpg"],
    ["trailing. . .jpg", "trailing.jpg"],
  ])("converts %j to %j for a JPEG", ([name = "", cleaned]) => {
    expect(cleanFilename(name, jpeg)).toBe(cleaned);
  });

  test("keeps the extension if the content does not require one", () => {
    expect(cleanFilename("Report 2024.PDF")).toBe("Report-2024.pdf");
  });

  test("never returns the name of a variant", () => {
    expect(cleanFilename("640.webp", { extensions: ["webp"] })).toBe("image-640.webp");
    expect(cleanFilename("640.avif")).toBe("image-640.avif");
  });

  test("truncates a long name to 200 bytes and keeps its extension", () => {
    const cleaned = cleanFilename(`${"字".repeat(4000)}.jpg`, jpeg);

    expect(Buffer.byteLength(cleaned)).toBeLessThanOrEqual(200);
    expect(cleaned).toMatch(/^字+\.jpg$/);
  });

  const anyName = oneof(
    string({ unit: codePoint, maxLength: 300 }),
    string({ unit: "grapheme", maxLength: 100 }),
    array(
      constantFrom(
        "..",
        ".",
        "/",
        "\\",
        "con",
        "nul",
        "\0",
        "\u202E",
        " ",
        "é",
        "e\u0301",
        "640",
        ".webp",
        "-",
        "~",
      ),
      { maxLength: 30 },
    ).map((parts) => parts.join("")),
  );

  test("MED-06 returns one safe path part for any name, idempotently", () => {
    assert(
      property(anyName, constantFrom(undefined, jpeg), (name, options) => {
        const cleaned = cleanFilename(name, options);

        expect(cleaned).toMatch(/^[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}._~-]*[\p{L}\p{M}\p{N}])?$/u);
        expect(cleaned.normalize("NFC")).toBe(cleaned);
        expect(Buffer.byteLength(cleaned)).toBeLessThanOrEqual(200);
        expect(cleaned).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i);
        expect(cleaned).not.toMatch(/^\d+\.(?:webp|avif)$/);
        expect(options === undefined || /\.(?:jpg|jpeg)$/.test(cleaned)).toBe(true);
        expect(cleanFilename(cleaned, options)).toBe(cleaned);
      }),
      { numRuns: 2000 },
    );
  });
});
