import { join } from "node:path";
import type { ContentType, Field, FieldValue } from "@loam/cms-core";
import { openSiteStore } from "@loam/cms-core/site";
import { createSite, findWorkspace, openHq, parseConfig, setUpHq } from "@loam/hq";
import { inject } from "vitest";
import { copyTemplate } from "../site/copy-template.ts";
import { databaseEnvironment } from "./hq-database.ts";

const ACTOR = { name: "Ann", email: "ann@example.test" };
const COMMON = { required: false, multiple: false } as const;

const TITLE: Field = {
  ...COMMON,
  id: "title",
  apiId: "title",
  label: "Title",
  type: "text",
  required: true,
};

const TYPES: readonly ContentType[] = [
  {
    apiId: "posts",
    kind: "list",
    label: "Posts",
    fields: [
      TITLE,
      { ...COMMON, id: "rating", apiId: "rating", label: "Rating", type: "number" },
      {
        ...COMMON,
        id: "author",
        apiId: "author",
        label: "Author",
        type: "reference",
        to: ["people"],
      },
    ],
  },
  { apiId: "people", kind: "list", label: "People", fields: [TITLE] },
  { apiId: "home", kind: "object", label: "Home", fields: [TITLE] },
];

interface Draft {
  readonly type: string;
  readonly slug: string;
  readonly values: Readonly<Record<string, FieldValue>>;
}

export interface HqSite {
  /** Working directory of the `hq` commands. */
  readonly folder: string;
  readonly siteId: string;
  readonly ids: ReadonlyMap<string, string>;
}

/** Creates a data folder with a site of three types and some drafts, one of which can't be published. */
export async function makeHqSite(folder: string): Promise<HqSite> {
  // A database server has one such HQ per folder.
  if (inject("postgresUrl") !== undefined) return fill(folder);
  await copyTemplate("hq-site", folder, async (template) => {
    filled = await fill(template);
  });
  if (filled === undefined) throw new Error("The template was not made.");
  return { ...filled, folder };
}

/** Content of the template. */
let filled: HqSite | undefined;

async function fill(folder: string): Promise<HqSite> {
  const siteId = await makeSite(folder);
  const store = await openSiteStore(join(folder, "data/sites", `${siteId}.git`));
  for (const type of TYPES) await store.saveType(type, { actor: ACTOR });
  for (const { apiId } of TYPES) await store.publishSchema(apiId, { actor: ACTOR });
  const ids = new Map<string, string>();
  const save = async ({ type, slug, values }: Draft): Promise<void> => {
    const input = { type, slug, values: new Map(Object.entries(values)) };
    const { entry } = await store.saveEntry(input, { actor: ACTOR });
    ids.set(`${type}/${slug}`, entry.id);
  };
  await save({ type: "people", slug: "ada", values: { title: "Ada" } });
  const author = { id: ids.get("people/ada") ?? "" };
  await save({ type: "posts", slug: "one", values: { title: "One", rating: 10, author } });
  await save({ type: "posts", slug: "two", values: { title: "Two", rating: 9 } });
  await save({ type: "posts", slug: "draft", values: { rating: 1 } });
  await save({ type: "home", slug: "home", values: { title: "canary: still a draft" } });
  await store.close();
  return { folder, siteId, ids };
}

async function makeSite(folder: string): Promise<string> {
  const hq = await openHq(parseConfig(await databaseEnvironment(folder), folder));
  try {
    await setUpHq(hq);
    const { id: workspaceId } = await findWorkspace(hq.database, undefined);
    const { id } = await createSite(hq, { name: "Blog", workspaceId });
    return id;
  } finally {
    await hq.close();
  }
}
