import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ContentType, Field, FieldValue } from "@loam/cms-core";
import { publishEntries } from "@loam/cms-core/publish";
import type { SiteStore } from "@loam/cms-core/site";
import {
  createReadKey,
  createSite,
  findWorkspace,
  parseConfig,
  type RunningHq,
  startHq,
  type StartHqOptions,
} from "@loam/hq";

const ACTOR = { name: "Ann", email: "ann@example.test" };
const one = { required: false, multiple: false } as const;
const text = (
  apiId: string,
  type: "text" | "textarea" | "richtext" = "text",
): Field & { type: typeof type } => ({
  ...one,
  id: apiId,
  apiId,
  label: apiId,
  type,
});

const TYPES: readonly ContentType[] = [
  {
    apiId: "posts",
    kind: "list",
    label: "Posts",
    fields: [
      text("title"),
      { ...one, id: "rating", apiId: "rating", label: "Rating", type: "number" },
      { ...one, id: "day", apiId: "day", label: "Day", type: "date" },
      {
        ...one,
        id: "kind",
        apiId: "kind",
        label: "Kind",
        type: "select",
        options: [
          { value: "a", label: "First" },
          { value: "b", label: "Second" },
        ],
      },
      { ...one, id: "author", apiId: "author", label: "Author", type: "reference", to: ["people"] },
      {
        ...one,
        id: "related",
        apiId: "related",
        label: "Related",
        type: "reference",
        to: ["posts"],
        multiple: true,
      },
      { ...one, id: "faq", apiId: "faq", label: "FAQ", type: "repeat", fields: [text("question")] },
      text("body", "richtext"),
    ],
  },
  { apiId: "people", kind: "list", label: "People", fields: [text("title")] },
  {
    apiId: "home",
    kind: "object",
    label: "Home",
    fields: [text("title"), text("body", "richtext")],
  },
];

type Values = Readonly<Record<string, FieldValue>>;

/** A running HQ with one site whose types are published, and an API key. */
export interface ReadApiSite {
  readonly running: RunningHq;
  readonly siteId: string;
  readonly key: string;
  readonly store: SiteStore;
  /** Saves an entry and updates the index. @returns its id */
  save(type: string, slug: string, values: Values): Promise<string>;
  publish(...ids: readonly string[]): Promise<void>;
  /** Requests a path below `/api/public/cms/{site}`, by default with the API key. */
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  close(): Promise<void>;
}

/** Starts it until `close`, for all tests of a file. */
export async function startReadApiSite(
  env: Readonly<Record<string, string>> = {},
  options: StartHqOptions = {},
): Promise<ReadApiSite> {
  const folder = await mkdtemp(join(tmpdir(), "loam-read-"));
  const standard = { LOAM_PORT: "0", LOAM_LOG_LEVEL: "silent", LOAM_READ_LIMIT: "100000" };
  const config = parseConfig({ ...standard, ...env }, folder);
  const running = await startHq(config, options);
  const { hq, sites } = running;
  const { id: workspaceId } = await findWorkspace(hq.database, undefined);
  const { id: siteId } = await createSite(hq, { name: "Blog", workspaceId });
  await sites.follow(siteId);
  const { key } = await createReadKey(hq.database, { siteId, name: "tests" });
  const { store } = await sites.content(siteId);
  for (const type of TYPES) await store.saveType(type, { actor: ACTOR });
  for (const { apiId } of TYPES) await store.publishSchema(apiId, { actor: ACTOR });
  await sites.follow(siteId);
  return {
    running,
    siteId,
    key,
    store,
    async save(type, slug, values) {
      const id = store.findEntry(type, slug)?.id;
      const input = { type, slug, values: new Map(Object.entries(values)), ...(id && { id }) };
      const { entry } = await store.saveEntry(input, { actor: ACTOR });
      await sites.follow(siteId);
      return entry.id;
    },
    async publish(...ids) {
      await publishEntries(store, { entries: ids.map((id) => ({ id })), actor: ACTOR });
      await sites.follow(siteId);
    },
    get: (path, headers = { "x-cms-api-key": key }) =>
      fetch(`${running.url}/api/public/cms/${siteId}${path}`, { headers, redirect: "error" }),
    async close() {
      await running.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
