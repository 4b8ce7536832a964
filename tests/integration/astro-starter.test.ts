import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { astroProject } from "../support/astro/astro-project.ts";
import { startEditorHq } from "../support/browser/editor-hq.ts";

const run = promisify(execFile);

const head = (apiId: string) => ({ apiId, label: apiId });

/** A field of each type, and some with multiple values. */
const FIELDS = [
  { ...head("title"), type: "text" as const },
  { ...head("words"), type: "text" as const, multiple: true },
  { ...head("summary"), type: "textarea" as const },
  { ...head("body"), type: "richtext" as const },
  { ...head("price"), type: "number" as const },
  { ...head("open"), type: "boolean" as const },
  { ...head("day"), type: "date" as const },
  { ...head("kind"), type: "select" as const, options: [{ value: "a", label: "Clay & sand" }] },
  { ...head("picture"), type: "media" as const, accept: "image" as const },
  { ...head("papers"), type: "media" as const, accept: "file" as const, multiple: true },
  { ...head("post"), type: "reference" as const, to: ["posts"] },
  { ...head("others"), type: "reference" as const, to: ["posts"], multiple: true },
  { ...head("film"), type: "embed" as const },
  {
    ...head("rows"),
    type: "repeat" as const,
    fields: [
      { ...head("name"), type: "text" as const },
      { ...head("note"), type: "richtext" as const },
    ],
  },
];

test("the starter project builds and shows every field type", async () => {
  const hq = await startEditorHq();
  onTestFinished(() => hq.close());
  const site = hq.siteId;
  const address = `${hq.hqUrl}/api/public/starters/${site}/field-notes.tgz`;
  expect((await fetch(address)).status).toBe(404);
  const picture = await sharp({
    create: { width: 8, height: 8, channels: 3, background: "#99431f" },
  })
    .png()
    .toBuffer();
  const file = new File([new Uint8Array(picture)], "clay.png", { type: "image/png" });
  const media = await hq.api.POST("/sites/{site}/media", {
    params: { path: { site } },
    body: { file, alt: "A lump of clay" },
  });
  const ws = (await hq.api.GET("/workspaces")).data?.workspaces[0]?.id ?? "";
  const body = { label: "Invoice" };
  await hq.api.PUT("/workspaces/{ws}/payment-method", { params: { path: { ws } }, body });
  const entries = [hq.posts.get("rain") ?? ""];
  for (const [apiId, kind] of [
    ["things", "list"],
    ["home", "object"],
  ] as const) {
    const params = { path: { site, api_id: apiId } };
    const type = { apiId, kind, label: apiId, fields: FIELDS };
    await hq.api.POST("/sites/{site}/types", { params, body: type });
    await hq.api.POST("/sites/{site}/types/{api_id}/schema/publish", { params });
    const post = { id: hq.posts.get("rain") };
    const fields = {
      title: `A ${apiId} <thing>`,
      words: ["one", "two"],
      summary: "In short",
      body: "## Depth\n\nSome **clay**.",
      price: 0,
      open: true,
      day: "2026-03-01",
      kind: "a",
      picture: media.data?.id,
      papers: [media.data?.id],
      post,
      others: [post],
      film: "https://vimeo.com/76979871",
      rows: [{ name: "Row one", note: "*leaning*" }],
    };
    const made = await hq.api.POST("/sites/{site}/types/{api_id}/entries", {
      params,
      body: { ...(kind === "list" && { slug: "first" }), fields },
    });
    expect(made.error).toBeUndefined();
    entries.push(made.data?.id ?? "");
  }
  const params = { path: { site } };
  await hq.api.PUT("/sites/{site}/publishing", { params, body: { enabled: true } });
  const changes = await hq.api.POST("/sites/{site}/publish-changes", { params, body: { entries } });
  expect(changes.error).toBeUndefined();

  const project = await astroProject({});
  onTestFinished(() => project.remove());
  const archive = await fetch(address);
  expect(archive.status).toBe(200);
  await writeFile(project.path("site.tgz"), await archive.bytes());
  await run("tar", ["-xzf", "site.tgz", "--strip-components=1"], { cwd: project.folder });
  const manifest: unknown = JSON.parse(await readFile(project.path("package.json"), "utf8"));
  expect(manifest).toMatchObject({ name: "field-notes" });

  const { code, output } = await project.run("build");
  expect(output).not.toMatch(/error/i);
  expect(code).toBe(0);
  const start = await readFile(project.path("dist/index.html"), "utf8");
  expect(start).toContain('<a href="/posts/rain">Rain on clay</a>');
  expect(start).toContain("A home &lt;thing&gt;");
  const page = await readFile(project.path("dist/things/first/index.html"), "utf8");
  for (const shown of [
    "<h1>A things &lt;thing&gt;</h1>",
    "<p>one</p>",
    "<strong>clay</strong>",
    "price: 0",
    'datetime="2026-03-01"',
    "Clay &amp; sand",
    'alt="A lump of clay"',
    "clay.png</a>",
    'post: <a href="/posts/rain">Rain on clay</a>',
    "vimeo.com",
    "Row one",
    "<em>leaning</em>",
  ]) {
    expect(page).toContain(shown);
  }
  expect(await readFile(project.path("dist/posts/rain/index.html"), "utf8")).toContain(
    "<h1>Rain on clay</h1>",
  );
});
