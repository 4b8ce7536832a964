import { mkdir, readFile, writeFile } from "node:fs/promises";
import { type AstroProject, astroProject, memoryFolder } from "../support/astro/astro-project.ts";
import { type EntrySpec, writePublishedSite } from "../support/astro/published-site.ts";
import { setup } from "../support/demo/build.ts";
import type { BenchRow } from "./bench-row.ts";
import { AUTHORS, makeAuthor, makePost, siteTypes, writeMarkdown } from "./support/astro-posts.ts";

const SIZES = [1000, 10_000];
const ROUNDS = 3;
const CASES = ["cold", "nothing changed", "one changed"] as const;

/** Target ratios to `glob()`, by case. */
const TARGETS: Readonly<Partial<Record<Way, readonly number[]>>> = { fast: [0.5, 0.2, 0.25] };
const MEMORY_TARGET = 0.5;

type Way = "fast" | "layer" | "naive" | "glob";

const NAMES: Readonly<Record<Way, string>> = {
  fast: "loam:content, incremental",
  layer: "loamCollections()",
  naive: "a loader that clears and fetches",
  glob: "glob()",
};

/**
 * Measures `astro build` with a page for each of 1,000 and 10,000 entries, in separate processes: through
 * `loam:content`, `loamCollections()`, a loader that clears and reads everything again, and Astro's `glob()` on
 * Markdown files.
 */
export async function run(): Promise<readonly BenchRow[]> {
  await setup();
  const rows: BenchRow[] = [];
  for (const size of SIZES) rows.push(...(await ofSize(size)));
  return rows;
}

interface Measured {
  readonly seconds: readonly number[];
  /** In megabytes, the maximum of all builds. */
  readonly memory: number;
}

async function ofSize(size: number): Promise<readonly BenchRow[]> {
  const posts = Array.from({ length: size }, (_, at) => makePost(at, 0));
  const ways: readonly Way[] = ["fast", "layer", "naive", "glob"];
  const measured = new Map<Way, Measured[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const way of ways) {
      const project = await projectFor(way, posts);
      try {
        const one = await measure(project, () => edit(way, project, posts));
        measured.set(way, [...(measured.get(way) ?? []), one]);
      } finally {
        await project.remove();
      }
    }
  }
  const floor = medianOf(measured.get("glob") ?? []);
  return ways
    .filter((way) => way !== "glob")
    .flatMap((way) => rowsOf(size, way, medianOf(measured.get(way) ?? []), floor));
}

function rowsOf(
  size: number,
  way: Way,
  { seconds, memory }: Measured,
  floor: Measured,
): BenchRow[] {
  const what = `astro build of ${size} entries, ${NAMES[way]}`;
  const times = CASES.map((name, at) =>
    row(`${what}, ${name}`, "s", [seconds[at] ?? 0, floor.seconds[at] ?? 0], TARGETS[way]?.[at]),
  );
  const wanted = way === "fast" ? MEMORY_TARGET : undefined;
  return [...times, row(`${what}, most memory`, "MB", [memory, floor.memory], wanted)];
}

function row(
  what: string,
  unit: string,
  [value, floor]: readonly [number, number],
  target: number | undefined,
): BenchRow {
  const ratio = value / floor;
  if (target === undefined) return { what, value, unit, floor, ratio };
  return { what, value, unit, floor, ratio, target: `≤ ${target} × glob()`, met: ratio <= target };
}

async function measure(project: AstroProject, change: () => Promise<void>): Promise<Measured> {
  const cold = await build(project);
  const unchanged = await build(project);
  await change();
  const changed = await build(project);
  const all = [cold, unchanged, changed];
  return {
    seconds: all.map(({ seconds }) => seconds),
    memory: Math.max(...all.map(({ memory }) => memory)),
  };
}

async function build(project: AstroProject): Promise<{ seconds: number; memory: number }> {
  const start = performance.now();
  const { code, output } = await project.run("build", "--silent");
  if (code !== 0) throw new Error(`astro build failed:\n${output}`);
  const seconds = (performance.now() - start) / 1000;
  return { seconds, memory: Number(await readFile(project.path("memory"), "utf8")) / 1024 };
}

async function edit(way: Way, project: AstroProject, posts: readonly EntrySpec[]): Promise<void> {
  const at = Math.floor(posts.length / 2);
  const edited = posts.with(at, makePost(at, 1));
  if (way === "glob") await writeMarkdown(project, edited, at);
  else await writePublishedSite(project.path("published"), siteTypes(edited));
}

const OURS = `loam({ source: { kind: "files", folder: "published" }, incremental: true })`;

const CONFIGS: Readonly<Record<Way, string>> = {
  fast: "export const collections = {};",
  layer: `import { loamCollections } from "@loam/astro/content";
export const collections = await loamCollections();`,
  naive: `import { readFile } from "node:fs/promises";
import { defineCollection } from "astro:content";
const loader = (type) => ({ name: "naive", async load({ store, parseData, renderMarkdown }) {
  store.clear();
  const { contents } = JSON.parse(await readFile("published/api/" + type + ".json", "utf8"));
  for (const entry of contents) {
    const data = await parseData({ id: entry.slug, data: { ...entry, author: entry.author?.slug } });
    store.set({ id: entry.slug, data, body: entry.content, rendered: await renderMarkdown(entry.content ?? "") });
  }
} });
export const collections = { authors: defineCollection({ loader: loader("authors") }), posts: defineCollection({ loader: loader("posts") }) };`,
  glob: `import { defineCollection } from "astro:content";
import { glob } from "astro/loaders";
export const collections = {
  authors: defineCollection({ loader: glob({ base: "./authors", pattern: "**/*.md" }) }),
  posts: defineCollection({ loader: glob({ base: "./posts", pattern: "**/*.md" }) }),
};`,
};

function pageFor(way: Way): string {
  const [from, paths] =
    way === "fast"
      ? ["loam:content", `loamPaths("posts")`]
      : [
          "astro:content",
          `(await getCollection("posts")).map((entry) => ({ params: { slug: entry.id }, props: { entry } }))`,
        ];
  const author =
    way === "naive" || way === "glob" ? `"authors", entry.data.author` : "entry.data.author";
  return `---
import * as content from "${from}";
const { getCollection, getEntry, loamPaths, render } = content;
export async function getStaticPaths() {
  const { getCollection, loamPaths } = content;
  return ${paths};
}
const { entry } = Astro.props;
const author = await getEntry(${author});
const { Content } = await render(entry);
---
<html><head><title>{entry.data.title}</title></head><body><h1>{entry.data.title}</h1><p>{author.data.name}</p><Content /></body></html>`;
}

async function projectFor(way: Way, posts: readonly EntrySpec[]): Promise<AstroProject> {
  const own = way === "fast" || way === "layer" ? OURS : "";
  const project = await astroProject(
    {
      "astro.config.mjs": `import { writeFileSync } from "node:fs";
import loam from "@loam/astro";
const memory = { name: "memory", hooks: { "astro:build:done": () => writeFileSync("memory", String(process.resourceUsage().maxRSS)) } };
export default { cacheDir: "./cache", vite: { cacheDir: "./cache/vite", plugins: [{ name: "cookie", configEnvironment: () => ({ resolve: { noExternal: ["cookie"] } }) }] }, integrations: [${own ? `${own}, ` : ""}memory] };`,
      "src/content.config.ts": CONFIGS[way],
      "src/pages/posts/[slug].astro": pageFor(way),
    },
    await memoryFolder(),
  );
  if (way !== "glob") {
    await writePublishedSite(project.path("published"), siteTypes(posts));
    return project;
  }
  await mkdir(project.path("posts"));
  for (const at of posts.keys()) await writeMarkdown(project, posts, at);
  await mkdir(project.path("authors"));
  for (let at = 0; at < AUTHORS; at += 1) {
    const { slug, name } = makeAuthor(at);
    await writeFile(project.path(`authors/${slug}.md`), `---\nname: ${String(name)}\n---\n`);
  }
  return project;
}

/** Returns the median per case. */
function medianOf(all: readonly Measured[]): Measured {
  return {
    seconds: CASES.map((_, at) => median(all.map(({ seconds }) => seconds[at] ?? 0))),
    memory: median(all.map(({ memory }) => memory)),
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
