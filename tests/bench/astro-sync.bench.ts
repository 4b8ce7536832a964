import { mkdir, writeFile } from "node:fs/promises";
import { type AstroProject, astroProject, memoryFolder } from "../support/astro/astro-project.ts";
import { type EntrySpec, writePublishedSite } from "../support/astro/published-site.ts";
import { setup } from "../support/demo/build.ts";
import type { BenchRow } from "./bench-row.ts";
import { AUTHORS, makeAuthor, makePost, siteTypes, writeMarkdown } from "./support/astro-posts.ts";

const ENTRIES = 10_000;
const ROUNDS = 3;
const CHANGED = 5000;

const CASES = [
  { name: "cold", target: 0.8 },
  { name: "nothing changed", target: 0.4 },
  { name: "one changed", target: 0.4 },
] as const;

/**
 * Measures `astro sync` of 10,000 entries in separate processes: published files through `loamCollections()`, with and
 * without the data of `render(entry)`, and the same entries as Markdown files through Astro's `glob()`.
 */
export async function run(): Promise<readonly BenchRow[]> {
  await setup();
  const posts = Array.from({ length: ENTRIES }, (_, at) => makePost(at, 0));
  const rendered = await loamProject(posts, true);
  const plain = await loamProject(posts, false);
  const floor = await globProject(posts);
  try {
    const rounds = await measure({ rendered, plain, floor }, posts);
    const globs = medians(rounds.map(({ glob }) => glob));
    return [
      ...rows("with render(entry)", medians(rounds.map((round) => round.rendered)), globs),
      ...rows("render: false", medians(rounds.map((round) => round.plain)), globs),
    ];
  } finally {
    await Promise.all([rendered.remove(), plain.remove(), floor.remove()]);
  }
}

function rows(
  how: string,
  values: readonly number[],
  globs: readonly number[],
): readonly BenchRow[] {
  return CASES.map(({ name, target }, at) => {
    const [value = 0, glob = 0] = [values[at], globs[at]];
    const ratio = value / glob;
    return {
      what: `astro sync of ${ENTRIES} entries, ${how}, ${name}`,
      value,
      unit: "s",
      floor: glob,
      ratio,
      target: `≤ ${target} × glob()`,
      met: ratio <= target,
    };
  });
}

function medians(rounds: readonly (readonly number[])[]): readonly number[] {
  return CASES.map((_, at) => median(rounds.map((seconds) => seconds[at] ?? 0)));
}

interface Projects {
  readonly rendered: AstroProject;
  readonly plain: AstroProject;
  readonly floor: AstroProject;
}

interface Round {
  readonly rendered: readonly number[];
  readonly plain: readonly number[];
  readonly glob: readonly number[];
}

async function measure(projects: Projects, posts: readonly EntrySpec[]): Promise<readonly Round[]> {
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const edited = posts.with(CHANGED, makePost(CHANGED, round + 1));
    const ofLoam = (project: AstroProject): Promise<readonly number[]> =>
      measureProject(project, () =>
        writePublishedSite(project.path("published"), siteTypes(edited)),
      );
    rounds.push({
      rendered: await ofLoam(projects.rendered),
      plain: await ofLoam(projects.plain),
      glob: await measureProject(projects.floor, () =>
        writeMarkdown(projects.floor, edited, CHANGED),
      ),
    });
  }
  return rounds;
}

/** Returns the seconds of a cold sync, one without changes, and one after `edit`. */
async function measureProject(
  project: AstroProject,
  edit: () => Promise<void>,
): Promise<readonly number[]> {
  const cold = await timedSync(project, "--force");
  const unchanged = await timedSync(project);
  await edit();
  return [cold, unchanged, await timedSync(project)];
}

async function timedSync(project: AstroProject, ...args: readonly string[]): Promise<number> {
  const start = performance.now();
  const { code, output } = await project.run("sync", ...args);
  if (code !== 0) throw new Error(`astro sync failed:\n${output}`);
  return (performance.now() - start) / 1000;
}

async function loamProject(posts: readonly EntrySpec[], render: boolean): Promise<AstroProject> {
  const project = await astroProject(
    {
      "astro.config.mjs": `import loam from "@loam/astro";
export default { cacheDir: "./cache", vite: { cacheDir: "./cache/vite" }, integrations: [loam({ source: { kind: "files", folder: "published" }, collections: { render: ${render} } })] };`,
      "src/content.config.ts": `import { loamCollections } from "@loam/astro/content";
export const collections = await loamCollections();`,
    },
    await memoryFolder(),
  );
  await writePublishedSite(project.path("published"), siteTypes(posts));
  return project;
}

async function globProject(posts: readonly EntrySpec[]): Promise<AstroProject> {
  const project = await astroProject(
    {
      "astro.config.mjs": `export default { cacheDir: "./cache", vite: { cacheDir: "./cache/vite" } };`,
      "src/content.config.ts": `import { defineCollection } from "astro:content";
import { glob } from "astro/loaders";
export const collections = {
  authors: defineCollection({ loader: glob({ base: "./authors", pattern: "**/*.md" }) }),
  posts: defineCollection({ loader: glob({ base: "./posts", pattern: "**/*.md" }) }),
};`,
    },
    await memoryFolder(),
  );
  await mkdir(project.path("posts"));
  for (const at of posts.keys()) await writeMarkdown(project, posts, at);
  await mkdir(project.path("authors"));
  for (let at = 0; at < AUTHORS; at += 1) {
    const { slug, name } = makeAuthor(at);
    await writeFile(project.path(`authors/${slug}.md`), `---\nname: ${String(name)}\n---\n`);
  }
  return project;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
