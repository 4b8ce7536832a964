import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { importFolder, type ImportOptions, type ImportReport } from "@loam/cms-core/import";
import { openMediaFolder } from "@loam/cms-core/media";
import { createSite, type SiteStore } from "@loam/cms-core/site";
import { expect, onTestFinished } from "vitest";

export const FIXTURES: string = resolve(import.meta.dirname, "../../fixtures/import");

export const IS_OF_DATE: RegExp = /^(?:no_date|date_from_git)$/;

/** Ten days before the fixtures' "future" dates. */
const NOW = "2026-11-21T00:00:00.000Z";

function fixedNow(): Date {
  return new Date(NOW);
}

/** A new site in a temporary folder, with helpers for tests. */
export interface TestSite {
  readonly store: SiteStore;
  /** A separate folder, removed with the site. */
  readonly folder: string;
  import(folder: string, options?: Partial<ImportOptions>): Promise<ImportReport>;
  /** Returns the file of an entry, with ids replaced by `<type/slug>`, `<file name>`, and `<row>`. */
  read(type: string, slug: string): Promise<string>;
  /** Returns the fields of a content type as `apiId type` lines. */
  fields(type: string): string[];
}

export async function createTestSite(): Promise<TestSite> {
  const folder = await mkdtemp(join(tmpdir(), "loam-import-"));
  const actor = { name: "Test", email: "test@example.com" };
  const config = { id: `s${"a".repeat(19)}`, name: "Test", paths: {}, routes: {} };
  const store = await createSite(join(folder, "site.git"), config, { actor });
  onTestFinished(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });
  const storage = await openMediaFolder(join(folder, "media"));
  return {
    store,
    folder,
    import: (from, options = {}) =>
      importFolder(from, { store, storage, actor, now: fixedNow, ...options }),
    read: (type, slug) => readEntry(store, type, slug),
    fields: (type) => fieldLines(store, type),
  };
}

/** Creates a site with a fixture imported without errors. Returns notices as `kind place line`. */
export async function importFixture(
  name: string,
): Promise<TestSite & { layout: string; notices: string[] }> {
  const site = await createTestSite();
  // Not in place, because Git would return the fixture's commit dates.
  const report = await site.import(await copyFixture(name, site));
  expect(report.failed).toEqual([]);
  expect(site.store.problems()).toEqual([]);
  return { ...site, layout: report.layout, notices: noticeLines(report) };
}

/** Formats notices as `kind place line`; date notices only on request. */
export function noticeLines(
  { notices }: ImportReport,
  test: (kind: string) => boolean = (kind) => !IS_OF_DATE.test(kind),
): string[] {
  const wanted = notices.filter(({ kind }) => test(kind));
  return wanted.flatMap(({ kind, places }) =>
    places.map(({ path, field, line }) =>
      [kind, field ?? path, line].filter((part) => part !== undefined).join(" "),
    ),
  );
}

/** Copies a fixture, so that a test can change it. */
export async function copyFixture(name: string, { folder }: TestSite): Promise<string> {
  const copy = join(folder, name);
  await cp(join(FIXTURES, name), copy, { recursive: true });
  return copy;
}

async function readEntry(store: SiteStore, type: string, slug: string): Promise<string> {
  const ref = store.findEntry(type, slug);
  if (ref === undefined) throw new Error(`No entry ${type}/${slug}.`);
  const text = Buffer.from(await store.repository.readBlob(ref.blob)).toString("utf8");
  const names = new Map<string, string>();
  for (const { type: known } of store.types()) {
    for (const { id, slug: name } of store.entries(known.apiId))
      names.set(id, `${known.apiId}/${name}`);
  }
  for (const id of store.mediaIds()) names.set(id, (await store.readMedia(id)).filename);
  return text
    .replaceAll(/\b[em][a-z2-7]{19}\b/g, (id) => `<${names.get(id) ?? "unknown"}>`)
    .replaceAll(/(?<=- id: )r[a-z2-7]{6}$/gm, "<row>");
}

function fieldLines(store: SiteStore, type: string): string[] {
  const fields = store.type(type)?.type.fields ?? [];
  return fields.map((field) => {
    const inner =
      field.type === "repeat"
        ? field.fields.map(({ apiId, type: kind }) => `${apiId} ${kind}`)
        : [];
    const more =
      field.type === "reference" ? field.to : field.type === "media" ? [field.accept] : inner;
    const list = field.multiple ? "[]" : "";
    return `${field.apiId} ${field.type}${list}${more.length === 0 ? "" : ` (${more.join(", ")})`}`;
  });
}

/** Returns a Markdown file with front matter. */
export function post(front: string, body = "Text."): string {
  return `---\n${front}\n---\n${body}\n`;
}

/** Writes files and returns their folder. */
export async function writeTree(
  folder: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<string> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(folder, path, ".."), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}
