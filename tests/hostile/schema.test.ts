import { once } from "node:events";
import { createServer } from "node:http";
import { isCmsError, newId, type ContentType } from "@loam/cms-core";
import { parseTypeFile, parseVersionFile, validateEntry } from "@loam/cms-core/content";
import { sampleEntry } from "@loam/cms-core/schema";
import { describe, expect, onTestFinished, test } from "vitest";
import { makeField, makeSelect, makeVersion } from "../support/properties/make-fields.ts";
import { freshContent } from "../support/site/blog-publisher.ts";
import { ACTOR, createBlog, publish, type Blog } from "../support/site/blog-site.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const PATH = "types/posts/type.yml";
const HEAD = "apiId: posts\nkind: list\nlabel: Posts\n";

function parse(text: string): ContentType {
  return parseTypeFile(Buffer.from(text), PATH);
}

/** Returns the error code and number of problems. */
function refusal(text: string): readonly [code: string, issues: number] {
  try {
    parse(text);
  } catch (error) {
    if (isCmsError(error)) return [error.code, error.issues.length];
    throw error;
  }
  return ["accepted", 0];
}

async function blog(): Promise<Blog> {
  return createBlog(await temporaryFolder("hostile"));
}

/** Starts a local server that counts requests. */
async function countingServer(): Promise<{ readonly url: string; readonly asked: () => number }> {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.end("{}");
  }).listen(0, "127.0.0.1");
  onTestFinished(() => server[Symbol.asyncDispose]());
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/schema.json`, asked: () => requests };
}

function keywords(url: string): string {
  return [
    `$ref: "${url}"`,
    `$dynamicRef: "${url}"`,
    `$schema: "${url}"`,
    "pattern: ^(a+)+$",
    "format: regex",
    "minLength: 30000",
    "allOf: [{ $ref: '#' }]",
    "not: {}",
  ].join("\n    ");
}

function fieldLine(number: number): string {
  return `  - {id: f${number}, apiId: f${number}, label: F, type: text}\n`;
}

function inRepeat(inner: string): string {
  return `{id: r, apiId: r, label: R, type: repeat, fields: [${inner}]}`;
}

function many(count: number, line: (number: number) => string): string {
  return Array.from({ length: count }, (_, number) => line(number)).join("");
}

function entryOf(values: ReadonlyMap<string, string | readonly string[]>) {
  return {
    id: newId("entry"),
    type: "posts",
    slug: "a",
    schema: 1,
    createdAt: "2026-01-01T00:00:00.000Z",
    values,
  };
}

describe("SCH-03 SCH-04 keywords of JSON Schema in a type", () => {
  test("have no effect: nothing is fetched, run, or stored", async () => {
    const { url, asked } = await countingServer();
    const field = `fields:\n  - id: title\n    apiId: title\n    label: Title\n    type: textarea\n`;
    const type = parse(`${HEAD}$ref: "${url}"\n${field}    ${keywords(url)}\n`);
    const site = await blog();
    const text = `${"a".repeat(19_999)}!`;

    expect(type).toEqual(parse(HEAD + field));
    expect(validateEntry(entryOf(new Map([["title", text]])), type, { mode: "publish" })).toEqual(
      [],
    );
    await site.store.saveType({ ...type, apiId: "notes" }, { actor: ACTOR });
    await site.store.publishSchema("notes", { actor: ACTOR });
    const { id } = await site.save("notes", "a", { title: text });
    await publish(site, id);
    const path = "types/notes/versions/1.json";
    const frozen = await site.store.repository.readPath(site.store.head(), path);
    expect(Buffer.from(frozen?.bytes ?? []).toString()).not.toMatch(/\$|pattern|allOf|minLength/);
    expect(asked()).toBe(0);
  });

  test("are plain names as field keys", () => {
    const names = ["properties", "required", "items", "enum", "type", "not", "if", "pattern"];
    const type = makeVersion(
      1,
      names.map((name) => makeSelect(name, { a: "A" })),
    );
    const good = entryOf(new Map(names.map((name) => [name, "a"])));
    const bad = entryOf(new Map(names.map((name) => [name, "b"])));

    expect(validateEntry(good, type, { mode: "publish" })).toEqual([]);
    const refused = validateEntry(bad, type, { mode: "save" }).map((issue) => issue.field);
    expect(new Set(refused)).toEqual(new Set(names));
  });

  test.for(["$ref", "$id", "__proto__", "constructor", "a/b", "a.b", "~0", ""])(
    'are not field ids: "%s"',
    (id) => {
      const file = `${HEAD}fields:\n  - { id: "${id}", apiId: a, label: A, type: text }\n`;
      expect(refusal(file)[0]).toBe("invalid_schema");
    },
  );
});

describe("SCH-05 SCH-13 a type file above every limit", () => {
  test.for([
    ["10,000 fields", many(10_000, fieldLine), "invalid_schema"],
    ["10,000 fields without anything", many(10_000, () => "  - {}\n"), "invalid_schema"],
    [
      "20,000 options",
      `  - id: s\n    apiId: s\n    label: S\n    type: select\n    options:\n${many(20_000, (number) => `      - {value: v${number}, label: l${number}}\n`)}`,
      "invalid_schema",
    ],
    [
      "1,000,000 options",
      `  - id: s\n    apiId: s\n    label: S\n    type: select\n    options:\n${many(1_000_000, () => "      - {value: v, label: l}\n")}`,
      "too_large",
    ],
    [
      "a label of a megabyte",
      `  - {id: a, apiId: a, label: ${"a".repeat(1_000_000)}, type: text}\n`,
      "invalid_schema",
    ],
  ] as const)("is refused with at most 20 problems: %s", ([, fields, code]) => {
    const [found, issues] = refusal(`${HEAD}fields:\n${fields}`);
    expect([found, issues <= 20]).toEqual([code, true]);
  });

  test("repeats in repeats are refused at any depth", () => {
    const text = "{id: a, apiId: a, label: A, type: text}";
    let deep = text;
    for (let level = 0; level < 200; level += 1) deep = inRepeat(deep);

    expect(refusal(`${HEAD}fields: [${deep}]\n`)[0]).toBe("yaml_depth");
    expect(refusal(`${HEAD}fields: [${inRepeat(inRepeat(text))}]\n`)[0]).toBe("invalid_schema");
    expect(refusal(`${HEAD}fields: [${inRepeat(text)}]\n`)[0]).toBe("accepted");
  });

  test("a version file has the same rules", () => {
    const fields = Array.from({ length: 201 }, (_, number) => makeField(`f${number}`, "text"));
    const bytes = Buffer.from(JSON.stringify(makeVersion(1, fields)));
    expect(() => parseVersionFile(bytes, "types/posts/versions/1.json")).toThrow("up to 200");
  });
});

describe("SCH-06 texts of maximum length", () => {
  test("are counted in code points, and one more is refused", () => {
    const type = makeVersion(1, [makeField("title", "text"), makeField("body", "richtext")]);
    const check = (title: string, body: string): number =>
      validateEntry(entryOf(new Map(Object.entries({ title, body }))), type, { mode: "save" })
        .length;

    // A letter with a combining accent is one character after NFC; an emoji is two code units.
    expect(check("e\u0301".repeat(1000), "😀".repeat(200_000))).toBe(0);
    expect(check("😀".repeat(1001), "a".repeat(200_001))).toBe(2);
  });
});

describe("SCH-11 circular references", () => {
  test("end after one level, and unpublished ones have only their id", async () => {
    const site = await blog();
    const [a, b, c] = [newId("entry"), newId("entry"), newId("entry")];
    await site.save("people", "c", { name: "C" }, c);
    await site.save("people", "a", { name: "A", friend: { id: b } }, a);
    await site.save("people", "b", { name: "B", friend: { id: a } }, b);
    const self = await site.save("people", "d", { name: "D" });
    await site.save("people", "d", { name: "D", friend: { id: self.id } }, self.id);
    const draft = await site.save("people", "e", { name: "E", friend: { id: c } });
    await publish(site, a, b, self.id, draft.id);

    const files = await freshContent(site);
    const read = (slug: string): unknown => JSON.parse(files[`api/people/${slug}.json`] ?? "");
    expect(read("a")).toMatchObject({ friend: { id: b, name: "B", friend: { id: a } } });
    expect(read("a")).not.toHaveProperty("friend.friend.name");
    expect(read("d")).toMatchObject({
      friend: { id: self.id, name: "D", friend: { id: self.id } },
    });
    expect(read("e")).toMatchObject({ friend: { id: c } });
    expect(read("e")).not.toHaveProperty("friend.name");
  });
});

describe("SCH-01 a push that changes published schemas", () => {
  test("isn't published, reports what it breaks, and leaves live content unchanged", async () => {
    const site = await blog();
    const { id } = await site.save("posts", "one", { title: "One" });
    await publish(site, id);
    const before = await freshContent(site);
    const path = "types/posts/type.yml";
    const file = await site.store.repository.readPath(site.store.head(), path);
    const text = Buffer.from(file?.bytes ?? []).toString();
    const pushed = text
      .replace("apiId: title", "apiId: headline")
      .replace("kind: list", "kind: object");
    await site.store.repository.commit("refs/heads/main", {
      files: new Map([[path, Buffer.from(pushed)]]),
      author: ACTOR,
      message: "Push",
    });
    await site.store.refresh();

    expect(site.store.problems()).toEqual([]);
    expect(site.store.findEntry("posts", "one")?.id).toBe(id);
    await expect(site.store.publishSchema("posts", { actor: ACTOR })).rejects.toMatchObject({
      code: "api_id_fixed",
      issues: [{ code: "api_id_fixed" }, { code: "api_id_fixed", field: "headline" }],
    });
    expect(await freshContent(site)).toEqual(before);
    const type = site.store.type("posts")?.type;
    expect(type && JSON.parse(sampleEntry(type))).toHaveProperty("headline");
  });
});
