import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codePoint } from "../../../../tests/support/properties/code-point.ts";
import { LIMITS } from "../model/limits.ts";
import {
  makeFieldApiId,
  makeFieldId,
  makeTypeApiId,
  parseFieldApiId,
  parseFieldId,
  parseTypeApiId,
} from "./api-ids.ts";
import { MAX_FILE_BYTES } from "./bytes.ts";
import { CmsError } from "./errors.ts";
import { isEntryId, isMediaId, isSiteId, newId, newRowId } from "./ids.ts";
import { parseCalendarDate, parseInstant } from "./instant.ts";
import { characterCount, parseNumber } from "./text.ts";

describe("API ids", () => {
  const prototype = ["constructor", "toString", "hasOwnProperty", "__proto__", "valueOf"];

  test.for(["index", "constructor", "con", "aux"])(
    "IDP-09 rejects %s as a content type",
    (name) => {
      expect(() => parseTypeApiId(name)).toThrow(
        expect.objectContaining({ code: "reserved_name" }),
      );
    },
  );

  test.for(["__proto__", "toString", "Posts", "1a", "", "a b", "a.b", "a".repeat(65)])(
    "IDP-09 rejects %j as the name of a content type",
    (name) => {
      expect(() => parseTypeApiId(name)).toThrow(CmsError);
    },
  );

  const system = ["id", "slug", "createdAt", "updatedAt", "publishedAt", "sortOrder"];
  test.for([...system, ...prototype])("IDP-11 rejects %s as a field", (name) => {
    expect(() => parseFieldApiId(name)).toThrow(expect.objectContaining({ code: "reserved_name" }));
  });

  test("rejects keys of entry files as internal field ids", () => {
    for (const name of ["id", "schema", "createdAt", "publishAt", "unpublishAt", "sortOrder"]) {
      expect(() => parseFieldId(name)).toThrow(expect.objectContaining({ code: "reserved_name" }));
    }
    expect(parseFieldId("slug")).toBe("slug");
  });

  test("derives valid ids that differ from the existing ones ignoring case", () => {
    const taken = fc.array(fc.constantFrom("type", "TYPE2", "field", "Field2", "a", "A2", "title"));
    fc.assert(
      fc.property(fc.string({ unit: codePoint, maxLength: 80 }), taken, (text, names) => {
        const lower = names.map((name) => name.toLowerCase());
        const made = [
          parseTypeApiId(makeTypeApiId(text, names)),
          parseFieldApiId(makeFieldApiId(text, names)),
          parseFieldId(makeFieldId(text, names)),
        ];
        for (const name of made) expect(lower).not.toContain(name.toLowerCase());
      }),
    );
  });

  test("derives readable ids", () => {
    expect(makeTypeApiId("Blog posts", [])).toBe("blog-posts");
    expect(makeFieldApiId("Cover image", [])).toBe("coverImage");
    expect(makeFieldApiId("cover_image", [])).toBe("cover_image");
    expect(makeFieldApiId("Slug", ["slug"])).toBe("Slug2");
    expect(makeFieldId("Titre de l'été", ["titre"])).toBe("titre_de_lete");
  });
});

describe("ids", () => {
  test("have 20 characters and start with the letter of their kind", () => {
    expect([newId("entry"), newId("media"), newId("site")].map((id) => id.length)).toEqual([
      20, 20, 20,
    ]);
    expect(isEntryId(newId("entry")) && isMediaId(newId("media")) && isSiteId(newId("site"))).toBe(
      true,
    );
    expect(isEntryId(newId("media"))).toBe(false);
    expect(isEntryId(`${newId("entry")}\n`)).toBe(false);
  });

  test("of rows differ from existing ones", () => {
    const taken = new Set<string>();
    for (let count = 0; count < 200; count += 1) taken.add(newRowId(taken));
    expect(taken.size).toBe(200);
  });
});

describe("dates, times, and numbers", () => {
  test.for([
    "2026-02-30",
    "+012026-01-01",
    "2026-1-1",
    "2026-13-01",
    "2026-00-10",
    "2026-01-00",
    "2100-02-29",
  ])("SCH-15 rejects %s as a date", (text) => {
    expect(parseCalendarDate(text)).toBeUndefined();
    expect(parseInstant(`${text}T00:00:00Z`)).toBeUndefined();
  });

  test.for([
    "2026-11-20",
    "2026-11-20T09:30",
    "2026-11-20T24:00Z",
    "2026-11-20T23:59:60Z",
    "2026-11-20T09:30:00.0000000000Z",
  ])("rejects %s as an instant", (text) => {
    expect(parseInstant(text)).toBeUndefined();
  });

  test("returns an instant in UTC with milliseconds", () => {
    expect(parseInstant("2026-11-20T09:30+09:00")).toBe("2026-11-20T00:30:00.000Z");
    expect(parseInstant("2026-11-20T09:30:01.23456Z")).toBe("2026-11-20T09:30:01.234Z");
  });

  test("FM-16 accepts only numbers that a double represents exactly", () => {
    for (const text of [
      "1e400",
      "1e-400",
      "9007199254740993",
      "0.12345678901234567890",
      "0x1F",
      "1_000",
      "",
      ".inf",
      "--1",
    ]) {
      expect(parseNumber(text)).toBeUndefined();
    }
    expect(parseNumber("-0")).toBe(0);
    expect(parseNumber("0.00e5")).toBe(0);
    expect(parseNumber("9007199254740992")).toBe(2 ** 53);
    expect(parseNumber("010")).toBe(10);
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(parseNumber(String(value))).toBe(value === 0 ? 0 : value);
      }),
    );
  });

  test("counts code points after composition as characters", () => {
    expect(["a", "e\u0301", "😀", "👨‍👩‍👧", "\uD800"].map(characterCount)).toEqual([1, 1, 1, 5, 1]);
  });

  test("uses the same maximum file size in both layers", () => {
    expect(LIMITS.fileBytes).toBe(MAX_FILE_BYTES);
  });
});
