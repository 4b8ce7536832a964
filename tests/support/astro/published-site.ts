import { createHash } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A field as described in `api/index.json`. */
interface FieldSpec {
  readonly apiId: string;
  readonly type: string;
  readonly label?: string;
  readonly required?: boolean;
  readonly multiple?: boolean;
  readonly to?: readonly string[];
  readonly options?: readonly string[];
  readonly fields?: readonly FieldSpec[];
}

/** A published entry: `id`, `slug`, and fields by API ID; system keys have defaults. */
export interface EntrySpec {
  readonly id: string;
  readonly slug: string;
  readonly [key: string]: unknown;
}

export interface TypeSpec {
  readonly apiId: string;
  readonly kind?: "list" | "object";
  readonly label?: string;
  readonly fields: readonly FieldSpec[];
  /** In published order. */
  readonly entries: readonly EntrySpec[];
}

export interface PublishedSiteOptions {
  /** False for a publisher without `_index.json`. @default true */
  readonly rowIndex?: boolean;
}

const TIME = "2026-01-01T00:00:00.000Z";

/** Writes the files of contracts §3 for `types` below `folder`, replacing existing ones. */
export async function writePublishedSite(
  folder: string,
  types: readonly TypeSpec[],
  { rowIndex = true }: PublishedSiteOptions = {},
): Promise<void> {
  const api = join(folder, "api");
  await rm(api, { recursive: true, force: true });
  await mkdir(api, { recursive: true });
  const contentTypes = [];
  for (const type of types) contentTypes.push(await writeType(api, type, rowIndex));
  const index = {
    site: { id: "s1", name: "Test site" },
    generatedFrom: "0".repeat(40),
    contentTypes,
  };
  await writeFile(join(api, "index.json"), JSON.stringify(index));
}

async function writeType(
  api: string,
  { apiId, kind = "list", label = apiId, fields, entries }: TypeSpec,
  rowIndex: boolean,
): Promise<object> {
  const contents = entries.map(withSystemKeys);
  await mkdir(join(api, apiId), { recursive: true });
  const texts = contents.map((entry) => JSON.stringify(entry));
  for (const [at, { id, slug }] of contents.entries()) {
    await writeFile(join(api, apiId, `${id}.json`), texts[at] ?? "");
    await writeFile(join(api, apiId, `${slug}.json`), texts[at] ?? "");
  }
  const total = contents.length;
  const list =
    kind === "object"
      ? (texts[0] ?? "")
      : `{"contents":[${texts.join(",")}],"totalCount":${total},"offset":0,"limit":${total}}`;
  await writeFile(join(api, `${apiId}.json`), list);
  const rows = contents.map(({ id, slug, updatedAt, sortOrder }, at) => [
    id,
    slug,
    sha256(texts[at] ?? "").slice(0, 16),
    updatedAt,
    sortOrder,
  ]);
  if (rowIndex) {
    await writeFile(
      join(api, apiId, "_index.json"),
      JSON.stringify({ digest: sha256(list), rows }),
    );
  }
  return {
    apiId,
    kind,
    label,
    totalCount: total,
    url: `/api/${apiId}.json`,
    sha256: sha256(list),
    updatedAt: TIME,
    fields: fields.map(withFieldDefaults),
  };
}

function withSystemKeys(entry: EntrySpec): EntrySpec & { updatedAt: unknown; sortOrder: unknown } {
  const { id, slug, ...rest } = entry;
  return {
    id,
    slug,
    createdAt: TIME,
    updatedAt: TIME,
    publishedAt: TIME,
    sortOrder: 0,
    ...rest,
  };
}

function withFieldDefaults(field: FieldSpec): object {
  return { label: field.apiId, required: false, multiple: false, ...field };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
