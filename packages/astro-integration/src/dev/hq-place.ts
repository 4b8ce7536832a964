import * as z from "astro/zod";
import type { ResolvedOptions } from "../options/options.ts";
import type { ShownEntry } from "./toolbar-state.ts";

/** Location of a site in HQ, and access to it. */
export interface EditorPlace {
  readonly baseUrl: string;
  readonly siteId: string;
  readonly token: string | undefined;
}

/** HQ serves public files below its own URL, unless they are in a bucket. */
const SERVED_BY_HQ = /^(https?:\/\/.+)\/public\/[^/]+\/?$/;

/** Returns HQ's URL if the options contain it. */
export function hqPlace(
  { source, hq, keys }: ResolvedOptions,
  siteId: string,
): EditorPlace | undefined {
  const served = source.kind === "files" ? SERVED_BY_HQ.exec(source.url ?? "")?.[1] : undefined;
  const baseUrl = hq?.baseUrl ?? (source.kind === "api" ? source.baseUrl : served);
  if (baseUrl === undefined) return undefined;
  return { baseUrl: baseUrl.replace(/\/$/, ""), siteId, token: keys.token };
}

/** Returns the URL of an entry in the dashboard. */
export function editorUrl(
  { baseUrl, siteId }: Omit<EditorPlace, "token">,
  apiId: string,
  id: string,
): string {
  return `${baseUrl.replace(/\/$/, "")}/sites/${siteId}/entries/${encodeURIComponent(apiId)}/${encodeURIComponent(id)}`;
}

const list = z.object({
  entries: z.array(
    z.object({ id: z.string().optional(), type: z.string(), slug: z.string(), title: z.string() }),
  ),
});

const WAIT_MS = 5000;

/** Returns entries with unpublished changes; `undefined` if HQ doesn't answer. */
export async function unpublishedEntries(
  place: EditorPlace,
): Promise<readonly ShownEntry[] | undefined> {
  if (place.token === undefined) return undefined;
  const all = await Promise.all(["draft", "changed"].map((state) => entriesIn(place, state)));
  return all.includes(undefined) ? undefined : all.flatMap((entries) => entries ?? []);
}

async function entriesIn(
  place: EditorPlace,
  state: string,
): Promise<readonly ShownEntry[] | undefined> {
  const address = `${place.baseUrl}/api/manage/sites/${place.siteId}/entries?state=${state}&limit=50`;
  try {
    const response = await fetch(address, {
      headers: { authorization: `Bearer ${String(place.token)}` },
      signal: AbortSignal.timeout(WAIT_MS),
    });
    const body: unknown = await response.json();
    return list.parse(body).entries.map(({ id, type, slug, title }) => ({
      name: `${type}/${slug}`,
      title,
      edit: id === undefined ? undefined : editorUrl(place, type, id),
    }));
  } catch {
    return undefined;
  }
}
