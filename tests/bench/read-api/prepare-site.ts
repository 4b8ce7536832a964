import type { ContentType, Field, FieldValue } from "@loam/cms-core";
import { entryPath, printEntryFile } from "@loam/cms-core/content";
import { publishEntries } from "@loam/cms-core/publish";
import { openSiteStore, type SiteStore } from "@loam/cms-core/site";
import {
  createReadKey,
  createSite,
  findWorkspace,
  type Hq,
  openHq,
  parseConfig,
  setUpHq,
  siteGitDir,
} from "@loam/hq";
import type { JsonEntry } from "../../support/properties/naive-filter.ts";
import { textOf } from "../../support/properties/naive-filter.ts";
import { CATEGORIES } from "../support/query-posts.ts";

const ACTOR = { actor: { name: "Ann", email: "ann@example.test" } };
const CREATED = "2026-01-01T00:00:00.000Z";
const one = { required: false, multiple: false } as const;

const named = (apiId: string) => ({ ...one, id: apiId, apiId, label: apiId });

const CATEGORY: Field = {
  ...named("category"),
  type: "select",
  options: Array.from({ length: CATEGORIES }, (_, number) => ({
    value: `c${number}`,
    label: `Category ${number}`,
  })),
};

const TYPES: readonly ContentType[] = [
  {
    apiId: "people",
    kind: "list",
    label: "People",
    fields: [
      { ...named("name"), type: "text" },
      { ...named("bio"), type: "textarea" },
    ],
  },
  {
    apiId: "posts",
    kind: "list",
    label: "Posts",
    fields: [
      { ...named("title"), type: "text" },
      CATEGORY,
      { ...named("price"), type: "number" },
      { ...named("day"), type: "date" },
      { ...named("featured"), type: "boolean" },
      { ...named("author"), type: "reference", to: ["people"] },
      { ...named("body"), type: "richtext" },
    ],
  },
];

export interface PreparedSite {
  readonly siteId: string;
  readonly key: string;
}

/** Creates a data folder with one published site and a key to read it. */
export async function prepareSite(
  folder: string,
  entries: { readonly posts: readonly JsonEntry[]; readonly people: readonly JsonEntry[] },
  env: Readonly<Record<string, string>> = {},
): Promise<PreparedSite> {
  const hq = await openHq(parseConfig({ LOAM_LOG_LEVEL: "silent", ...env }, folder));
  try {
    await setUpHq(hq);
    const { id: workspaceId } = await findWorkspace(hq.database, undefined);
    const { id: siteId } = await createSite(hq, { name: "Bench", workspaceId });
    await fillSite(hq, siteId, entries);
    const { key } = await createReadKey(hq.database, { siteId, name: "bench" });
    return { siteId, key };
  } finally {
    await hq.close();
  }
}

async function fillSite(
  hq: Hq,
  siteId: string,
  entries: Readonly<Record<string, readonly JsonEntry[]>>,
): Promise<void> {
  const store = await openSiteStore(siteGitDir(hq, siteId));
  try {
    const ids: string[] = [];
    for (const type of TYPES) ids.push(...(await fillType(store, type, entries[type.apiId] ?? [])));
    await publishEntries(store, { entries: ids.map((id) => ({ id })), ...ACTOR });
  } finally {
    await store.close();
  }
}

async function fillType(
  store: SiteStore,
  type: ContentType,
  entries: readonly JsonEntry[],
): Promise<readonly string[]> {
  await store.saveType(type, ACTOR);
  const schema = await store.publishSchema(type.apiId, ACTOR);
  const files = new Map<string, Uint8Array>();
  const ids = entries.map((json) => {
    const [id, slug] = [textOf(json["id"]), textOf(json["slug"])];
    const path = entryPath({ site: store.site(), type: schema, slug, sharded: true, id });
    const values = new Map(type.fields.flatMap((field) => valueOf(field, json[field.apiId])));
    const entry = { id, type: type.apiId, slug, schema: 1, createdAt: CREATED, values };
    files.set(path, printEntryFile(entry, schema, { path }));
    return id;
  });
  await store.applyFiles(files, { ...ACTOR, message: "Import" });
  return ids;
}

function valueOf(
  { id, type }: Field,
  value: JsonEntry[string] | undefined,
): readonly (readonly [string, FieldValue])[] {
  if (type === "reference") return [[id, { id: textOf(Object(value).id) }]];
  if (type === "select") return [[id, textOf(value).replace("Category ", "c")]];
  if (typeof value === "number" || typeof value === "boolean") return [[id, value]];
  return [[id, textOf(value)]];
}
