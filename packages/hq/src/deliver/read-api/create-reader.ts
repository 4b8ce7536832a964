import { CmsError } from "@loam/cms-core";
import { draftKeyOf, parseQueryString, type QueryParameters } from "@loam/cms-core/query";
import { answerRead, type ReadableSite } from "./answer-read.ts";
import type { ReadAccess } from "./authenticate.ts";
import { parseAskedFields, storedNames } from "./compatible/asked-fields.ts";
import type { ShapeOptions } from "./compatible/compatible-shape.ts";
import { type DraftAccess, readDraftSite } from "./draft-reader.ts";
import { parseReadAddress, type ReadAddress } from "./read-address.ts";
import {
  createAnswerCache,
  type KeptAnswer,
  renderAnswer,
  type RenderedAnswer,
  wholeBody,
} from "./rendered-answer.ts";

export interface ReaderDeps extends ReadAccess, Omit<DraftAccess, "liveSite"> {
  /**
   * What a site shows now, or showed at one of the last commits.
   *
   * @throws CmsError `unavailable` while its repository cannot be read, `snapshot_gone`
   */
  liveSite(siteId: string, at?: string): ReadableSite;
}

/** Makes answers for those who were let in. */
export interface Reader {
  /**
   * What an address asks for, with what is in memory of it where it names its site.
   *
   * @throws CmsError what `parseReadAddress` throws
   */
  ask(url: string): Asked;
  /** An answer that is in memory, and shows what is live now. */
  published(siteId: string, asked: Asked): RenderedAnswer | undefined;
  /**
   * Makes an answer.
   *
   * @throws CmsError what the parameters' parsers and `answerRead` throw, `invalid_draft_key`
   */
  read(siteId: string, address: ReadAddress): Promise<RenderedAnswer>;
}

interface Asked extends Partial<KeptAnswer> {
  readonly address: ReadAddress;
}

export function createReader(deps: ReaderDeps): Reader {
  const answers = createAnswerCache();
  const commitOf = (siteId: string): string => deps.liveSite(siteId).commit ?? "";

  async function readPublished(siteId: string, address: ReadAddress, parameters: QueryParameters) {
    const site = deps.liveSite(siteId, parameters.get("at"));
    // The site may move on before the answer is made.
    const commit = commitOf(siteId);
    const answer = await answerFrom(site, { address, parameters, isDraft: false });
    answers.set(keyOf(siteId, address), { address, commit, answer });
    return answer;
  }

  async function readDrafts(siteId: string, address: ReadAddress, parameters: QueryParameters) {
    const [key = "", at] = [draftKeyOf(parameters), parameters.get("at")];
    const site = await readDraftSite(deps, siteId, { ...address, key, at });
    return answerFrom(site, { address, parameters, isDraft: true });
  }

  return {
    ask: (url) => answers.get(url) ?? { address: parseReadAddress(url) },
    published(siteId, asked) {
      const { siteId: named } = asked.address;
      const kept = named === undefined ? answers.get(keyOf(siteId, asked.address)) : asked;
      return kept?.commit === commitOf(siteId) ? kept.answer : undefined;
    },
    async read(siteId, address) {
      const parameters = parseQueryString(address.query);
      return draftKeyOf(parameters) === undefined
        ? readPublished(siteId, address, parameters)
        : readDrafts(siteId, address, parameters);
    },
  };
}

/** Most addresses name their site, and are themselves the key. */
function keyOf(siteId: string, address: ReadAddress): string {
  return address.siteId === siteId ? address.url : `${siteId} ${address.url}`;
}

interface Answering {
  readonly address: ReadAddress;
  readonly parameters: QueryParameters;
  readonly isDraft: boolean;
}

async function answerFrom(
  site: ReadableSite,
  { address, parameters, isDraft }: Answering,
): Promise<RenderedAnswer> {
  const isCompatible = hasCompatibleProfile(parameters) || address.compatible;
  const { apiId } = address;
  const fields = isCompatible ? parameters.get("fields") : undefined;
  const found = answerRead(site, {
    ...address,
    parameters:
      fields === undefined ? parameters : new Map([...parameters, ["fields", storedNames(fields)]]),
  });
  const told = { truncated: found.truncated, snapshot: site.commit, isDraft };
  if (!isCompatible) return renderAnswer({ ...found, ...told });
  const asked = parseAskedFields(fields);
  const body = Buffer.from(await compatible(wholeBody(found).toString(), { site, apiId, asked }));
  return renderAnswer({ pieces: [body], length: body.length, version: undefined, ...told });
}

/** What turns Markdown into HTML comes with it, which most sites do themselves. */
async function compatible(json: string, options: ShapeOptions): Promise<string> {
  const { toCompatible } = await import("./compatible/compatible-shape.ts");
  return toCompatible(json, options);
}

function hasCompatibleProfile(parameters: QueryParameters): boolean {
  const profile = parameters.get("profile");
  if (profile === undefined) return false;
  if (profile === "microcms") return true;
  throw new CmsError("not_supported", "The only profile is microcms.", {
    details: { param: "profile" },
  });
}
