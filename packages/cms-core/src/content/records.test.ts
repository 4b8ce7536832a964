import { array, assert, constantFrom, oneof, property, string } from "fast-check";
import { describe, expect, test } from "vitest";
import { codePoint } from "../../../../tests/support/properties/code-point.ts";
import { isCmsError } from "../base/errors.ts";
import type { LedgerRecord } from "../model/entry.ts";
import type { MediaRecord } from "../model/media.ts";
import type { SiteConfig } from "../model/site.ts";
import { parseLedgerFile, printLedgerFile } from "./site/ledger-file.ts";
import { cleanMediaFolder, parseMediaFile, printMediaFile } from "./site/media-file.ts";
import { parseSiteFile, printSiteFile } from "./site/site-file.ts";

const TIME = "2026-11-20T09:30:00.000Z";

const MEDIA: MediaRecord = {
  id: "maaaaaaaaaaaaaaaaaaa",
  sha256: "0123456789abcdef".repeat(4),
  filename: "team photo.jpg",
  mimeType: "image/jpeg",
  byteSize: 1234,
  width: 800,
  height: 600,
  alt: "no",
  folder: "trips/2026: north",
  focalPoint: { x: 0, y: 0.25 },
  createdAt: TIME,
  thumbHash: "1QcSHQRnh493V4dIh4eXh1h4kJUI",
  dominantColor: "#001122",
  variants: [{ width: 320, format: "webp" }],
};

const LEDGER: LedgerRecord = {
  id: "eaaaaaaaaaaaaaaaaaaa",
  type: "posts",
  state: "published",
  version: 3,
  blob: "1".repeat(40),
  schema: 2,
  slug: "2024",
  sortOrder: -1,
  createdAt: TIME,
  updatedAt: TIME,
  publishedAt: TIME,
  by: "A: B <a@example.test>",
  sourceCommit: "0e1".padEnd(40, "0"),
};

const MOVED: LedgerRecord = { ...LEDGER, formerSlugs: ["2023", "first-words"] };

const SITE: SiteConfig = {
  id: "saaaaaaaaaaaaaaaaaaa",
  name: "My site: #1",
  paths: { posts: "src/posts" },
  routes: { posts: "/blog/{slug}", news: "/{year}/{month}/{day}/{path}/" },
  timeZone: "Europe/Berlin",
  media: { svg: "clean" },
};

function edited(bytes: Uint8Array, from: string, to: string): Uint8Array {
  const text = Buffer.from(bytes).toString();
  expect(text).toContain(from);
  return Buffer.from(text.replace(from, to));
}

function cleaned(folder: string): string | undefined {
  try {
    return cleanMediaFolder(folder);
  } catch (error) {
    if (isCmsError(error) && error.code === "invalid") return undefined;
    throw error;
  }
}

describe("records", () => {
  test("read back as printed", () => {
    const path = `media/${MEDIA.id}.yml`;
    expect(parseMediaFile(printMediaFile(MEDIA), path)).toEqual(MEDIA);
    const place = { path: "ledger/posts/x.yml", type: "posts", id: LEDGER.id };
    expect(parseLedgerFile(printLedgerFile(LEDGER), place)).toEqual(LEDGER);
    expect(parseLedgerFile(printLedgerFile(MOVED), place)).toEqual(MOVED);
    expect(parseSiteFile(printSiteFile(SITE))).toEqual(SITE);
  });

  test("normalize the path of a folder idempotently or reject it", () => {
    const names = array(oneof(string({ unit: codePoint }), constantFrom("..", " a ", "")));
    assert(
      property(names, (parts) => {
        const folder = cleaned(parts.join("/"));
        if (folder === undefined || folder === "") return;
        expect(cleanMediaFolder(folder)).toBe(folder);
        const record = { ...MEDIA, folder };
        expect(parseMediaFile(printMediaFile(record), "media/x.yml")).toEqual(record);
      }),
    );
    expect(cleanMediaFolder(" trips / 2026//north ")).toBe("trips/2026/north");
  });

  test("keep comments and unknown keys when saved", () => {
    const previous = edited(printMediaFile(MEDIA), "alt:", "# who is on it\ncredit: Jane\nalt:");
    const saved = Buffer.from(printMediaFile({ ...MEDIA, alt: "Team" }, previous)).toString();
    expect(saved).toBe(Buffer.from(previous).toString().replace('"no"', "Team"));
  });

  test.for([
    ["filename: team photo.jpg", "filename: ../x.jpg"],
    ["filename: team photo.jpg", 'filename: "a\\u202Egpj.exe"'],
    ["team photo.jpg", "640.webp"],
    ["team photo.jpg", "CON.jpg"],
    ["team photo.jpg", "team."],
    ["team photo.jpg", `${"語".repeat(90)}.jpg`],
    ["image/jpeg", "image/jpeg; x"],
    ["0123456789abcdef", "XYZ"],
    ["id: maaaaaaaaaaaaaaaaaaa", "id: eaaaaaaaaaaaaaaaaaaa"],
    ["byteSize: 1234", "byteSize: -1"],
    ["format: webp", "format: svg"],
    ["trips/2026: north", "trips/../north"],
    ["trips/2026: north", "/trips"],
    ["trips/2026: north", "trips "],
    ["trips/2026: north", "a/b/c/d/e/f/g/h/i"],
    ["trips/2026: north", "n".repeat(61)],
    ["x: 0\n", "x: -0.1\n"],
    ['"y": 0.25', "y: 1.01"],
    ['  "y": 0.25\n', ""],
    ["1QcSHQ", "javascript:"],
    ["#001122", "red"],
    [TIME, "2026-02-30T00:00:00Z"],
  ])("rejects a media record with %j as %j", ([from = "", to = ""]) => {
    const bytes = edited(printMediaFile(MEDIA), from, to);
    expect(() => parseMediaFile(bytes, "media/x.yml")).toThrow(
      expect.objectContaining({
        code: "invalid_media_record",
        issues: [expect.objectContaining({ path: "media/x.yml", line: expect.any(Number) })],
      }),
    );
  });

  test.for([
    ["src/posts", "../posts"],
    ["src/posts", "/posts"],
    ["src/posts", "types"],
    ["src/posts", ".git/hooks"],
    ["src/posts", '"a\\\\b"'],
    ["src/posts", "docs\n  people: Docs/of"],
    ["/blog/{slug}", "//evil.io/{slug}"],
    ["/blog/{slug}", "/blog/{title}"],
    ["  posts: src", "  index: src"],
    ["loam: 1", "loam: 2"],
    ["svg: clean", "svg: maybe"],
    ["/{year}/", "/{week}/"],
    ["Europe/Berlin", "Europe/Atlantis"],
    ["Europe/Berlin", '"+01:00"'],
    ["Europe/Berlin", "[Europe/Berlin]"],
  ])("rejects a site with %j as %j", ([from = "", to = ""]) => {
    expect(() => parseSiteFile(edited(printSiteFile(SITE), from, to))).toThrow(
      expect.objectContaining({ code: "invalid_site" }),
    );
  });
});
