import { CmsError } from "@loam/cms-core";
import {
  draftKeyOf,
  parseQueryString,
  type QueryAnswer,
  type QueryParameters,
} from "@loam/cms-core/query";
import { answerRead, type ReadableSite } from "./answer-read.ts";
import type { ReadAccess } from "./authenticate.ts";
import type { CompatibleAnswer, ShapeOptions } from "./compatible/compatible-shape.ts";
import { parseRequestedFields, storedNames } from "./compatible/requested-fields.ts";
import { type DraftAccess, type DraftRight, openDrafts, readDraftSite } from "./draft-reader.ts";
import { parseReadAddress, type ReadAddress } from "./read-address.ts";
import {
  type AnswerTag,
  createAnswerCache,
  type KeptAnswer,
  renderAnswer,
  type RenderedAnswer,
} from "./rendered-answer.ts";

export interface ReaderDeps extends ReadAccess, Omit<DraftAccess, "liveSite"> {
  /**
   * Returns the live site, or a recent version of it.
   *
   * @throws CmsError `unavailable` while its repository cannot be read, `snapshot_gone`
   */
  liveSite(siteId: string, at?: string): ReadableSite;
  /** Whether publishing is on. Used if nothing is live. */
  isPublishing(siteId: string): Promise<boolean>;
}

/** Creates responses for authorized requests. */
export interface Reader {
  /**
   * Parses a URL. Includes the cached response if the URL contains the site.
   *
   * @throws CmsError as `parseReadAddress`
   */
  ask(url: string): ParsedRequest;
  /** Returns a cached response that shows the current live site. */
  published(siteId: string, asked: ParsedRequest): RenderedAnswer | undefined;
  /** Returns the tag of an earlier response that shows the current live site. */
  publishedTag(siteId: string, asked: ParsedRequest): AnswerTag | undefined;
  /**
   * Returns the drafts that a request can read, or `undefined` if it doesn't request drafts.
   *
   * @throws CmsError `invalid_draft_key`
   */
  authorizeDrafts(siteId: string, address: ReadAddress): Promise<DraftRight | undefined>;
  /**
   * Creates a response.
   *
   * @throws CmsError as the parameter parsers and `answerRead`, `invalid_draft_key`
   */
  read(siteId: string, asked: AuthorizedRequest): Promise<RenderedAnswer>;
}

interface AuthorizedRequest {
  readonly address: ReadAddress;
  readonly drafts: DraftRight | undefined;
}

export interface ParsedRequest extends Partial<KeptAnswer> {
  readonly address: ReadAddress;
}

export function createReader(deps: ReaderDeps): Reader {
  const answers = createAnswerCache();
  const commitOf = (siteId: string): string => deps.liveSite(siteId).commit ?? "";

  /** Checks the site only for cached responses. */
  function ifLive<T extends { readonly commit?: string }>(siteId: string, cached: T | undefined) {
    return cached?.commit !== undefined && cached.commit === commitOf(siteId) ? cached : undefined;
  }

  async function readPublished(siteId: string, address: ReadAddress) {
    const parameters = parseQueryString(address.query);
    const site = deps.liveSite(siteId, parameters.get("at"));
    if (site.commit === undefined && !(await deps.isPublishing(siteId))) throw publishingOff();
    // Read first: the site can move before the response is created.
    const commit = commitOf(siteId);
    const created = await answerFrom(site, { siteId, address, parameters, isDraft: false });
    if (created.isWhole)
      answers.set(cacheKey(siteId, address), { address, commit, answer: created.answer });
    return created.answer;
  }

  async function readDrafts(siteId: string, address: ReadAddress, drafts: DraftRight) {
    const parameters = parseQueryString(address.query);
    const at = parameters.get("at");
    const site = await readDraftSite(deps, siteId, { ...address, right: drafts, at });
    const created = await answerFrom(site, { siteId, address, parameters, isDraft: true });
    return created.answer;
  }

  return {
    ask: (url) => answers.get(url) ?? { address: parseReadAddress(url) },
    published(siteId, asked) {
      const { siteId: named } = asked.address;
      const cached = named === undefined ? answers.get(cacheKey(siteId, asked.address)) : asked;
      return ifLive(siteId, cached)?.answer;
    },
    publishedTag: (siteId, { address }) => ifLive(siteId, answers.tag(cacheKey(siteId, address))),
    async authorizeDrafts(siteId, { query }) {
      const key = draftKeyIn(query);
      return key === undefined ? undefined : openDrafts(deps, siteId, key);
    },
    read: async (siteId, { address, drafts }) =>
      drafts === undefined ? readPublished(siteId, address) : readDrafts(siteId, address, drafts),
  };
}

function publishingOff(): CmsError {
  return new CmsError(
    "publishing_off",
    "Publishing is turned off for this site, so nothing is live. Use a draft key to read drafts.",
  );
}

/** An invalid query has no key. Its problem is reported in the response. */
function draftKeyIn(query: string): string | undefined {
  try {
    return draftKeyOf(parseQueryString(query));
  } catch (error) {
    if (error instanceof CmsError) return undefined;
    throw error;
  }
}

/** Most URLs contain the site and are themselves the key. */
function cacheKey(siteId: string, address: ReadAddress): string {
  return address.siteId === siteId ? address.url : `${siteId} ${address.url}`;
}

interface Answering {
  readonly siteId: string;
  readonly address: ReadAddress;
  readonly parameters: QueryParameters;
  readonly isDraft: boolean;
}

async function answerFrom(
  site: ReadableSite,
  { siteId, address, parameters, isDraft }: Answering,
): Promise<MadeAnswer> {
  const isCompatible = hasCompatibleProfile(parameters) || address.compatible;
  const { apiId } = address;
  const shown = { snapshot: site.commit, isDraft };
  if (apiId === undefined) return { answer: await answerIndex(site, shown), isWhole: true };
  const fields = isCompatible ? parameters.get("fields") : undefined;
  const stored: QueryParameters =
    fields === undefined ? parameters : new Map([...parameters, ["fields", storedNames(fields)]]);
  const found = await withOpenMedia(
    site,
    answerRead(site, { ...address, apiId, parameters: stored }),
  );
  if (!isCompatible) return { answer: renderAnswer({ ...found, ...shown }), isWhole: true };
  const asked = parseRequestedFields(fields);
  const { json, isWhole } = await compatible(() => found.body.toString(), {
    siteId,
    site,
    apiId,
    asked,
  });
  const body = Buffer.from(json);
  const answer = renderAnswer({ body, truncated: found.truncated, ...shown });
  return { answer, isWhole };
}

/** Returns the content types, for clients that discover what they can query. */
async function answerIndex(
  { index }: ReadableSite,
  shown: Pick<RenderedAnswer, "snapshot" | "isDraft">,
): Promise<RenderedAnswer> {
  const json = await index();
  if (json === undefined)
    throw new CmsError("content_not_found", "Nothing has been published yet.");
  const body = Buffer.from(json);
  return renderAnswer({ body, truncated: false, ...shown });
}

interface MadeAnswer {
  readonly answer: RenderedAnswer;
  /** Whether the response is complete and can be cached. */
  readonly isWhole: boolean;
}

/** Creates a response whose media URLs give access to anyone who receives it. Media of published entries are public. */
async function withOpenMedia(
  { openMedia }: Pick<ReadableSite, "openMedia">,
  found: QueryAnswer,
): Promise<QueryAnswer> {
  if (openMedia === undefined) return found;
  const body = Buffer.from(await openMedia(found.body.toString()));
  return { ...found, body };
}

/** Loaded on first use, because it includes the Markdown renderer, and most sites render Markdown themselves. */
async function compatible(body: () => string, options: ShapeOptions): Promise<CompatibleAnswer> {
  const { toCompatible } = await import("./compatible/compatible-shape.ts");
  return toCompatible(body, options);
}

function hasCompatibleProfile(parameters: QueryParameters): boolean {
  const profile = parameters.get("profile");
  if (profile === undefined) return false;
  if (profile === "microcms") return true;
  throw new CmsError("not_supported", "Unknown profile. The only profile is microcms.", {
    details: { param: "profile" },
  });
}
