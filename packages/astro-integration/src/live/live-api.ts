import { CmsError } from "@loam/cms-core";
import type { ApiKeys, HqPlace, ResolvedOptions } from "../options/options.ts";
import { previewToRead } from "../preview/preview-context.ts";
import { openReadApi, type ReadApi } from "../source/api/read-api.ts";
import { withOneDraft } from "./draft-overlay.ts";

/** Only one retry, because a visitor is waiting. */
const ATTEMPTS = 2;
const FIRST_PAUSE_MS = 100;
const TIMEOUT_MS = 5000;

type LiveApiOptions = Pick<ResolvedOptions, "source" | "hq" | "keys">;

/**
 * Creates the read API for the current page: with drafts in a preview, otherwise published content.
 *
 * @throws CmsError `invalid_options` if HQ's URL or a key is missing
 */
export function liveApi(options: LiveApiOptions): ReadApi {
  const preview = previewToRead();
  const published = openApi(options, undefined);
  if (preview === undefined) return published;
  const drafts = openApi(options, preview.draftKey);
  return preview.scope === "branch" ? drafts : withOneDraft(preview, published, drafts);
}

/** Creates the read API for a token, independent of the page. */
export function openApi(
  { source, hq, keys }: LiveApiOptions,
  draftKey: string | undefined,
): ReadApi {
  const place = hq ?? (source?.kind === "api" ? source : undefined);
  return openReadApi({
    ...requirePlace(place),
    key: requireKey(keys),
    draftKey,
    attempts: ATTEMPTS,
    firstPauseMs: FIRST_PAUSE_MS,
    timeoutMs: TIMEOUT_MS,
  });
}

function requirePlace(place: HqPlace | undefined): HqPlace {
  if (place !== undefined) return { baseUrl: place.baseUrl, siteId: place.siteId };
  throw new CmsError(
    "invalid_options",
    'Live collections and previews need HQ. Configure it: loam({ hq: { baseUrl: "https://cms.example.com", siteId: "s…" } }).',
  );
}

function requireKey({ read }: ApiKeys): string {
  if (read !== undefined) return read;
  throw new CmsError(
    "invalid_options",
    "Live collections and previews need a read API key. Set CMS_READ_KEY in the environment of the server.",
  );
}
