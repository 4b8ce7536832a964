import { newId } from "@loam/cms-core";
import { parseEntryFile, parseMediaFile, parseSiteFile } from "@loam/cms-core/content";
import { createDrafts } from "@loam/cms-core/drafts";
import { openContentIndex } from "@loam/cms-core/find";
import { loadLiveSite, publicHeaders } from "@loam/cms-core/publish";
import { compileEntry, renderEntry, renderMedia, renderRoute } from "@loam/cms-core/render";
import * as fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { parseVideoAddress } from "../../packages/cms-core/src/base/video-address.ts";
import { publicAddress } from "../../packages/cms-core/src/render/public-paths.ts";
import {
  makeField,
  makeRepeat,
  makeSelect,
  makeVersion,
} from "../support/properties/make-fields.ts";
import { ACTOR, createBlog, PUBLIC_URL, publish } from "../support/site/blog-site.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const EVIL = [
  "javascript:alert(1)",
  "//evil.test/x",
  "https://evil.test",
  '"><script>alert(1)</script>',
  "<svg/onload=alert(1)>",
  ") [x](javascript:alert(1))",
  "../../../etc/passwd",
  "..\\..\\x",
  "%2e%2e%2f",
  "\u202Egnp.exe",
  "a b",
  "?q=1#x",
  "__proto__",
  "constructor",
] as const;

const piece = fc.oneof(fc.constantFrom(...EVIL), fc.string({ maxLength: 8 }));
const evilText = fc.array(piece, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(""));
/** Unknown keys, and a few known ones. */
const evilKey = fc.constantFrom("html", "src", "onclick", "url", "object_key", "slug", "alt", "id");
const evilKeys = fc.dictionary(evilKey, evilText, { maxKeys: 4 });

const VIDEO_HOSTS = [
  "https://www.youtube.com/watch?v=",
  "https://youtu.be/",
  "https://www.youtube.com/redirect?q=",
  "https://m.youtube.com/shorts/",
  "https://vimeo.com/",
  "https://player.vimeo.com/video/",
  "http://youtu.be/",
  "https://youtube.com@evil.test/",
  "https://youtu.be:444/",
  "",
] as const;
const VIDEO_IDS = ["dQw4w9WgXcQ", "76979871", "76979871/0123abcdef", "76979871?h=0123abcdef", ""];
const video = fc
  .tuple(
    fc.constantFrom(...VIDEO_HOSTS),
    fc.constantFrom(...VIDEO_IDS),
    fc.constantFrom("", "&t=90", "/", "?x=", "#"),
    fc.oneof(fc.constant(""), evilText),
  )
  .map((parts) => parts.join(""));

/** Matches all video URLs that are ever published. */
const PUBLISHED_VIDEO =
  /^https:\/\/(?:(?:(?:www|m|music)\.)?youtube\.com\/(?:watch\?v=|shorts\/|embed\/|live\/|v\/)[\w-]{11}|youtu\.be\/[\w-]{11}|(?:www\.)?youtube-nocookie\.com\/(?:watch\?v=|shorts\/|embed\/|live\/|v\/)[\w-]{11}|(?:www\.)?vimeo\.com\/\d{1,12}(?:\/[0-9a-f]{6,20})?|player\.vimeo\.com\/video\/\d{1,12}(?:\?h=[0-9a-f]{6,20})?)$/;

const PLACE = { publicUrl: PUBLIC_URL, siteId: "saaaaaaaaaaaaaaaaaaa" };
const MEDIA = "maaaaaaaaaaaaaaaaaaa";
const ENTRY = "eaaaaaaaaaaaaaaaaaaa";
const FLAGS = { required: false, multiple: false } as const;

const schema = makeVersion(1, [
  makeField("title", "text"),
  makeField("video", "embed"),
  makeField("videos", "embed", { multiple: true }),
  makeField("body", "richtext"),
  makeSelect("kind", { a: "A" }),
  { id: "cover", apiId: "cover", label: "Cover", type: "media", accept: "image", ...FLAGS },
  { id: "next", apiId: "next", label: "Next", type: "reference", to: ["posts"], ...FLAGS },
  makeRepeat("rows", [makeField("clip", "embed")]),
]);

const entryFile = fc
  .record({
    extra: evilKeys,
    title: evilText,
    video,
    videos: fc.array(video, { maxLength: 3 }),
    kind: fc.oneof(fc.constant("a"), evilText),
    cover: fc.oneof(
      evilKeys.map((keys) => ({ ...keys, id: MEDIA })),
      evilText,
    ),
    next: fc.oneof(
      evilKeys.map((keys) => ({ ...keys, id: ENTRY })),
      evilText,
    ),
    rows: fc.array(fc.tuple(evilKeys, video), { maxLength: 2 }),
    fragment: evilText,
  })
  .map(({ extra, rows, fragment, ...fields }) => {
    const head = { id: ENTRY, schema: 1, createdAt: "2026-11-20T09:30:00.000Z" };
    const list = rows.map(([keys, clip], at) => ({ ...keys, id: `r${at}`, clip }));
    // JSON is valid YAML.
    const yaml = Object.entries({ ...extra, ...fields, rows: list, ...head });
    const lines = yaml.map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
    const body = `[x](entry:${ENTRY}) ![y](media:${MEDIA}) [z](entry:${ENTRY}#${fragment})`;
    return `---\n${lines.join("\n")}\n---\n\n${body}\n`;
  });

const mediaFile = fc
  .record({
    extra: evilKeys,
    filename: fc.oneof(fc.constantFrom("a.png", "a (1).png", "a'b).html"), evilText),
    mimeType: fc.oneof(fc.constantFrom("image/png", "text/html", "image/svg+xml"), evilText),
  })
  .map(({ extra, filename, mimeType }) => {
    const record = {
      ...extra,
      id: MEDIA,
      sha256: "a".repeat(64),
      filename,
      mimeType,
      byteSize: 3,
      createdAt: "2026-11-20T09:30:00.000Z",
    };
    return Object.entries(record)
      .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
      .join("");
  });

const siteFile = fc
  .tuple(evilKeys, fc.array(fc.oneof(fc.constantFrom("{slug}", "{id}", "blog"), evilText)))
  .map(([extra, route]) => {
    const routes = { posts: `/${route.join("/")}` };
    const site = { ...extra, loam: 1, id: PLACE.siteId, name: "Site", routes };
    return Object.entries(site)
      .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
      .join("");
  });

/** Returns the parsed value; undefined for a refused file, which is never published. */
function unlessRefused<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

function keysOf(value: unknown): readonly string[] {
  return Object.keys(Object(value));
}

const SYSTEM = ["id", "slug", "createdAt", "updatedAt", "publishedAt", "sortOrder"];
const MEDIA_KEYS = "id url object_key filename mime_type byte_size alt variants".split(" ");

function known(value: unknown, keys: readonly string[]): void {
  expect(keys).toEqual(expect.arrayContaining([...keysOf(value)]));
}

const HEAD = {
  type: "posts",
  id: ENTRY,
  slug: "a",
  createdAt: "2026-11-20T09:30:00.000Z",
  updatedAt: "2026-11-20T09:30:00.000Z",
  publishedAt: "2026-11-20T09:30:00.000Z",
  sortOrder: 0,
} as const;

/** Renders an entry file as published, with the templates used for publishes and drafts. */
function render(text: string) {
  const options = { path: "content/posts/a.md", apiId: "posts", slug: "a" };
  const entry = unlessRefused(() =>
    parseEntryFile(Buffer.from(text), { ...options, schemaOf: () => schema }),
  );
  fc.pre(entry !== undefined);
  const json = renderEntry(compileEntry(HEAD, entry.values, schema), {
    template: () => undefined,
    mediaJson: () => undefined,
    mediaUrl: () => undefined,
    entryUrl: () => undefined,
  });
  return Object(JSON.parse(json));
}

/** Refused cases don't count. */
const ENOUGH = { numRuns: 100, maxSkipsPerRun: 500 };

describe("for any pushed file", () => {
  test("an entry is published only with its schema's keys, videos, and options", () => {
    fc.assert(
      fc.property(entryFile, (text) => {
        const shown = render(text);
        known(shown, [...SYSTEM, ...schema.fields.map(({ apiId }) => apiId)]);
        known(shown.next, ["id"]);
        known(shown.cover, ["id"]);
        for (const row of shown.rows) known(row, ["clip"]);
        const clips = shown.rows.flatMap(({ clip }: { clip?: unknown }) => clip ?? []);
        for (const url of [shown.video ?? [], shown.videos, clips].flat()) {
          expect(url).toMatch(PUBLISHED_VIDEO);
        }
        expect(["A", undefined]).toContain(shown.kind);
      }),
      ENOUGH,
    );
  });

  test("a media record is published with known keys, an allowed type, and a regenerated URL", () => {
    fc.assert(
      fc.property(mediaFile, (text) => {
        const record = unlessRefused(() => parseMediaFile(Buffer.from(text), "media/aa/a.yml"));
        fc.pre(record !== undefined);
        const shown = Object(JSON.parse(renderMedia(record, PLACE)));
        known(shown, MEDIA_KEYS);
        const folder = `media/${"a".repeat(16)}`;
        expect(shown.url).toMatch(new RegExp(`^${PUBLIC_URL}/${folder}/[\\w.~%-]+$`));
        expect(shown.object_key).toBe(`${PLACE.siteId}/${folder}/${shown.filename}`);
        expect(shown.filename).not.toMatch(/[/\\]/);
        const types = ["image/png", "image/svg+xml", "application/octet-stream"];
        expect(types).toContain(shown.mime_type);
      }),
      ENOUGH,
    );
  });

  test("a path of site.yml is encoded", () => {
    fc.assert(
      fc.property(siteFile, (text) => {
        const site = unlessRefused(() => parseSiteFile(Buffer.from(text)));
        fc.pre(site !== undefined);
        expect(renderRoute(HEAD, site)).toMatch(/^\/[\w./~%-]*$/);
      }),
      ENOUGH,
    );
  });

  test("a file's URL contains nothing that ends it in Markdown or HTML", () => {
    fc.assert(
      fc.property(evilText, (name) => {
        expect(publicAddress(PUBLIC_URL, name)).toMatch(/^https:[\w./:~%-]+$/);
      }),
    );
  });

  test("a video URL is normalized and stable", () => {
    fc.assert(
      fc.property(video, (text) => {
        const url = parseVideoAddress(text)?.url;
        if (url === undefined) return;
        expect(url).toMatch(PUBLISHED_VIDEO);
        expect(parseVideoAddress(url)?.url).toBe(url);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("a pushed media record", () => {
  test.for([
    ["x.png", "text/html"],
    ["x.png", "image/svg+xml"],
    ["x.html", "image/png"],
    ["x.svg", "image/svg+xml"],
    ["640.webp", "text/html"],
    ["x.csv", "text/csv"],
  ] as const)("is downloaded and never executable: %s as %s", ([name, type]) => {
    const { contentType, contentDisposition } = publicHeaders(`media/a/${name}`, type);
    expect(contentDisposition).toBe("attachment");
    expect(contentType).not.toMatch(/html/);
  });

  test("is displayed if its image has an image's name", () => {
    expect(publicHeaders("media/a/x.JPG", "image/jpeg")).toMatchObject({
      contentType: "image/jpeg",
    });
    expect(publicHeaders("media/a/x.JPG", "image/jpeg")).not.toHaveProperty("contentDisposition");
  });
});

const VIDEOS = makeVersion(1, [makeField("title", "text"), makeField("video", "embed")]);

async function videoSite() {
  const site = await createBlog(await temporaryFolder("published"));
  const type = { apiId: "clips", kind: "list", label: "Clips", fields: VIDEOS.fields } as const;
  await site.store.saveType(type, { actor: ACTOR });
  await site.store.publishSchema("clips", { actor: ACTOR });
  /** Commits like a push, without checks. */
  const push = async (slug: string, url: string): Promise<string> => {
    const id = newId("entry");
    const head = `id: ${id}\nschema: 1\ncreatedAt: 2026-11-20T09:30:00.000Z\n`;
    const text = `${head}title: ${slug}\nvideo: ${JSON.stringify(url)}\n`;
    const files = new Map([[`content/clips/${slug}.yml`, Buffer.from(text)]]);
    await site.store.applyFiles(files, { actor: ACTOR, message: "Push" });
    return id;
  };
  return { site, push };
}

describe("a pushed embed", () => {
  test.for([
    ["https://youtu.be/dQw4w9WgXcQ", "https://youtu.be/dQw4w9WgXcQ"],
    [
      'https://www.youtube.com/watch?list=x&v=dQw4w9WgXcQ&t=90#"><script>',
      "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
    ],
    ['https://vimeo.com/76979871?x="><script>', "https://vimeo.com/76979871"],
    ["https://vimeo.com/76979871/0123abcdef", "https://vimeo.com/76979871/0123abcdef"],
    ["https://vimeo.com/channels/staffpicks/76979871", "https://vimeo.com/76979871"],
  ] as const)("is published as host and id: %s", async ([pushed, shown]) => {
    const { site, push } = await videoSite();
    const id = await push("a", pushed);
    await publish(site, id);
    const live = await loadLiveSite(site.store.repository, { publicUrl: PUBLIC_URL });
    expect(JSON.parse(live.entry(id)?.json ?? "")).toMatchObject({ video: shown });
  });

  test.for([
    'https://vimeo.com/1"><script>',
    "https://www.youtube.com/redirect?q=https://evil.test",
    "https://www.youtube.com/watch?v=x",
    "https://www.youtube.com/playlist?list=PL1",
    "javascript:alert(1)",
    "//evil.test",
  ])("is refused on publish and omitted from drafts if it isn't a video: %s", async (pushed) => {
    const { site, push } = await videoSite();
    const id = await push("a", pushed);
    await expect(publish(site, id)).rejects.toMatchObject({ code: "publish_refused" });

    const { store, folder } = site;
    const index = await openContentIndex(store.repository, { path: `${folder}/index.db` });
    onTestFinished(async () => index.close());
    const drafts = await createDrafts({ store, index, publicUrl: PUBLIC_URL }).follow();
    const [entry] = drafts.types.get("clips")?.entries ?? [];
    expect(JSON.parse(String(entry?.json))).toMatchObject({ id, title: "a" });
    expect(entry?.json).not.toContain("video");
  });
});
