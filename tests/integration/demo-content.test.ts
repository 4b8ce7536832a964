import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import {
  classifyPath,
  parseEntryFile,
  parseMediaFile,
  parseSiteFile,
  parseTypeFile,
  parseVersionFile,
  printEntryFile,
  printMediaFile,
  printSiteFile,
  printTypeFile,
  printVersionFile,
  validateEntry,
  validateType,
} from "@loam/cms-core/content";
import { beforeAll, describe, expect, test } from "vitest";

type Entry = ReturnType<typeof parseEntryFile>;
type SchemaVersion = ReturnType<typeof parseVersionFile>;
type Field = SchemaVersion["fields"][number];

interface FieldUse {
  readonly field: Field;
  readonly value: unknown;
}

const ROOT = resolve(import.meta.dirname, "../../content");
const FIELD_TYPES =
  "boolean,date,embed,media,number,reference,repeat,richtext,select,text,textarea".split(",");
const FENCED = /^```[\s\S]*?^```$/gmu;
const LINK = /\((entry|media):([a-z2-7]{20})\)/gu;

const files = globSync(["site.yml", "types/**/*.{yml,json}", "content/**/*.*", "media/*.yml"], {
  cwd: ROOT,
});
const read = (path: string): Promise<Buffer> => readFile(resolve(ROOT, path));
const site = parseSiteFile(await read("site.yml"));
const schemas = new Map<string, SchemaVersion>();
const entries = new Map<string, Entry>();
const titles = new Map<string, string>();

async function readEntry(path: string): Promise<Entry | undefined> {
  const place = classifyPath(path, site);
  if (place.kind !== "entry") return undefined;
  const schemaOf = (): SchemaVersion | undefined => schemas.get(place.apiId);
  return parseEntryFile(await read(path), { path, apiId: place.apiId, slug: place.slug, schemaOf });
}

beforeAll(async () => {
  for (const path of files.filter((file) => file.endsWith("/versions/1.json"))) {
    const version = parseVersionFile(await read(path), path);
    schemas.set(version.apiId, version);
  }
  for (const path of files) {
    const entry = await readEntry(path);
    if (!entry) continue;
    entries.set(entry.id, entry);
    const title = ["title", "name", "headline"].map((id) => entry.values.get(id)).find(Boolean);
    if (typeof title === "string") titles.set(entry.id, title);
  }
});

/** Every value of every field of an entry, rows included. */
function valuesOf(entry: Entry): FieldUse[] {
  const schema = schemas.get(entry.type);
  return (schema?.fields ?? []).flatMap((field) => flatten(field, entry.values.get(field.id)));
}

function flatten(field: Field, value: unknown): FieldUse[] {
  if (value === undefined) return [];
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (field.type !== "repeat") return values.map((one) => ({ field, value: one }));
  const rows = values.filter((row) => isRow(row));
  return [
    { field, value: rows },
    ...field.fields.flatMap((inner) =>
      rows.flatMap((row) => flatten(inner, row.values.get(inner.id))),
    ),
  ];
}

function isRow(value: unknown): value is { values: ReadonlyMap<string, unknown> } {
  return typeof value === "object" && value !== null && "values" in value;
}

function idOf(value: unknown): string {
  return typeof value === "object" && value !== null && "id" in value ? String(value.id) : "";
}

describe("the demo content", () => {
  test("has no file that the layout of a site repository does not know", () => {
    expect(files.filter((path) => classifyPath(path, site).kind === "other")).toEqual([]);
  });

  test("stands in the form in which Loam would write it", async () => {
    const changed: string[] = [];
    for (const path of files) {
      const bytes = await read(path);
      const place = classifyPath(path, site);
      const printed = await printAgain(place.kind, path, bytes);
      if (!bytes.equals(printed)) changed.push(path);
    }
    expect(changed).toEqual([]);
  });

  test("has valid types, each published as it is worked on", async () => {
    for (const path of files.filter((file) => file.endsWith("/type.yml"))) {
      const type = parseTypeFile(await read(path), path);
      expect(validateType(type)).toEqual([]);
      expect({ ...type, version: 1 }).toEqual(schemas.get(type.apiId));
    }
  });

  test("has entries that keep every rule, the published ones also those of publishing", async () => {
    const drafts = (await read("demo.yml")).toString();
    for (const entry of entries.values()) {
      const schema = schemas.get(entry.type);
      if (!schema) throw new Error(`no schema of ${entry.type}`);
      const mode = drafts.includes(entry.id) ? "save" : "publish";
      expect(validateEntry(entry, schema, { mode })).toEqual([]);
    }
  });

  test("uses every field type, several values, and options whose label is not their value", () => {
    const used = new Set([...entries.values()].flatMap(valuesOf).map(({ field }) => field.type));
    expect(used).toEqual(new Set(FIELD_TYPES));
    const fields = [...schemas.values()].flatMap((schema) => schema.fields);
    expect(fields.some((field) => field.multiple)).toBe(true);
    const options = fields.flatMap((field) => (field.type === "select" ? field.options : []));
    expect(options.filter(({ value, label }) => value !== label).length).toBeGreaterThan(5);
  });

  test("refers only to entries and media that exist, of a type that the field allows", async () => {
    const broken = [...entries.values()].flatMap((entry) =>
      valuesOf(entry)
        .flatMap(targetsOf)
        .filter(({ types, id }) => !types.includes(typeOf(id)))
        .map(({ id }) => `${entry.type}/${entry.slug}: ${id}`),
    );
    expect(broken).toEqual([]);
  });

  test("has the bytes of every media record", async () => {
    for (const path of files.filter((file) => file.startsWith("media/"))) {
      const record = parseMediaFile(await read(path), path);
      const [binary = ""] = globSync(`media/files/${record.id}.*`, { cwd: ROOT });
      const bytes = await read(binary);
      expect(createHash("sha256").update(bytes).digest("hex")).toBe(record.sha256);
      expect(bytes.byteLength).toBe(record.byteSize);
      expect(bytes.byteLength).toBeLessThan(250_000);
    }
  });

  test("names its drafts in demo.yml, all entries with a schedule among them", async () => {
    const text = (await read("demo.yml")).toString();
    const drafts = [...text.matchAll(/^ {2}- (e[a-z2-7]{19})/gmu)].map(([, id = ""]) => id);
    expect(drafts.every((id) => entries.has(id))).toBe(true);
    const scheduled = [...entries.values()].filter((entry) => entry.publishAt !== undefined);
    expect(scheduled.length).toBeGreaterThanOrEqual(2);
    for (const { id, publishAt } of scheduled) {
      expect(publishAt).toMatch(/^2027-/u);
      expect(drafts).toContain(id);
    }
  });
});

interface Target {
  readonly id: string;
  /** What may stand there: API ids, or `media`. */
  readonly types: readonly string[];
}

function targetsOf({ field, value }: FieldUse): Target[] {
  if (field.type === "media") return [{ id: idOf(value), types: ["media"] }];
  if (field.type === "reference") return [{ id: idOf(value), types: field.to }];
  if (field.type !== "richtext") return [];
  const links = [...String(value).replaceAll(FENCED, "").matchAll(LINK)];
  return links.map(([, kind, id = ""]) => ({
    id,
    types: kind === "media" ? ["media"] : [...schemas.keys()],
  }));
}

/** API id of the entry's type, `media`, or nothing for an id that names nothing. */
function typeOf(id: string): string {
  if (files.includes(`media/${id}.yml`)) return "media";
  return entries.get(id)?.type ?? "";
}

async function printAgain(kind: string, path: string, bytes: Uint8Array): Promise<Uint8Array> {
  if (kind === "site") return printSiteFile(parseSiteFile(bytes));
  if (kind === "type") return printTypeFile(parseTypeFile(bytes, path));
  if (kind === "version") return printVersionFile(parseVersionFile(bytes, path));
  if (kind === "media") return printMediaFile(parseMediaFile(bytes, path));
  const entry = await readEntry(path);
  const schema = entry && schemas.get(entry.type);
  if (!entry || !schema) throw new Error(`${path} is no entry`);
  return printEntryFile(entry, schema, { titleOf: (id) => titles.get(id) });
}
