import { describe, expect, test } from "vitest";
import type { ReadableSite } from "../answer-read.ts";
import { type CompatibleAnswer, toCompatible } from "./compatible-shape.ts";

const fields = [{ apiId: "body", type: "richtext", multiple: false }] as const;
const site: ReadableSite = {
  commit: "c".repeat(40),
  index: async () => undefined,
  types: new Map([["posts", { kind: "list", fields, entries: [] }]]),
  tables: {
    table: () => undefined,
    find: () => undefined,
    entry: () => undefined,
    fieldsOf: () => fields,
    jsonDepth: 1,
  },
};

/** Returns text that takes the parser minutes; a different one for each name. */
function badText(name: string): string {
  return `${"> ".repeat(95_000)}${name}<i>`;
}

function read(siteId: string, ...texts: readonly string[]): Promise<CompatibleAnswer> {
  const body = (): string => JSON.stringify({ contents: texts.map((text) => ({ body: text })) });
  return toCompatible(body, { siteId, site, apiId: "posts", asked: undefined });
}

describe("rich text of several sites", () => {
  test("is rendered without waiting for a slow text of another site", async () => {
    let done = 0;
    const bad = Array.from({ length: 6 }, async (_, number) => {
      await read("hostile", badText(`one of six, ${number}`));
      done += 1;
    });
    const { json, isWhole } = await read("honest", "*a*", "*b*");
    expect(JSON.parse(json)).toEqual({
      contents: [{ body: "<p><em>a</em></p>" }, { body: "<p><em>b</em></p>" }],
    });
    expect(isWhole).toBe(true);
    // Each of the others needs half a second and its own process.
    expect(done).toBeLessThan(3);
    await Promise.all(bad);
  });

  test("is rendered quickly even if many sites have slow texts", async () => {
    const hostile = Array.from({ length: 4 }, (_, number) => `hostile ${number}`);
    await Promise.all(hostile.map(async (siteId) => read(siteId, badText(`first of ${siteId}`))));
    let done = 0;
    const bad = hostile.map(async (siteId) => {
      for (const name of ["a", "b"]) {
        await read(siteId, badText(`${siteId} ${name}`));
        done += 1;
      }
    });
    const texts = Array.from({ length: 20 }, (_, number) => `*${number}*`);
    expect((await read("honest", ...texts)).isWhole).toBe(true);
    expect(done).toBeLessThan(3);
    await Promise.all(bad);
  });

  test("is reported as incomplete if a text is shown as source", async () => {
    const { json, isWhole } = await read("other", "*a*", badText("one"));
    expect(isWhole).toBe(false);
    expect(JSON.parse(json).contents[0]).toEqual({ body: "<p><em>a</em></p>" });
    expect(JSON.parse(json).contents[1].body).toMatch(/^<pre>&#62; /);
  });
});
