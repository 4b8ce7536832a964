/** The checked parts of the published files (contracts, section 3). */
export interface PublishedType {
  readonly apiId: string;
  readonly kind: "list" | "object";
  readonly entries: readonly PublishedEntry[];
}

interface PublishedEntry {
  readonly id: string;
  readonly slug: string;
  /** The complete published entry. */
  readonly json: Readonly<Record<string, unknown>>;
}

/** Reads everything published at `publicUrl` (`…/public/<site_id>`), starting at `api/index.json`. */
export async function readPublished(publicUrl: string): Promise<readonly PublishedType[]> {
  const index = await fetchJson(`${publicUrl}/api/index.json`);
  return Promise.all(
    listOf(index["contentTypes"]).map(async (type) => {
      const apiId = textOf(type["apiId"]);
      const file = await fetchJson(`${publicUrl}/api/${apiId}.json`);
      if (type["kind"] === "object") return { apiId, kind: "object", entries: [entryOf(file)] };
      const entries = listOf(file["contents"]).map(entryOf);
      if (file["totalCount"] !== entries.length) throw new Error(`${apiId}.json: wrong totalCount`);
      return { apiId, kind: "list", entries };
    }),
  );
}

/**
 * Fetches a JSON object.
 *
 * @throws Error if the status isn't 200 or the body isn't a JSON object.
 */
export async function fetchJson(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(url, { headers });
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
  const value: unknown = await response.json();
  if (!isObject(value)) throw new Error(`${url} is no JSON object`);
  return value;
}

function entryOf(json: Readonly<Record<string, unknown>>): PublishedEntry {
  return { id: textOf(json["id"]), slug: textOf(json["slug"]), json };
}

function listOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (Array.isArray(value) && value.every(isObject)) return value;
  throw new Error("a published list is no list of objects");
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  throw new Error("a published key that must be text is none");
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
