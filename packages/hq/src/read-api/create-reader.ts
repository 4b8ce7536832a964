import { CmsError } from "@loam/cms-core";
import { draftKeyOf, parseQueryString, type QueryParameters } from "@loam/cms-core/query";
import { answerRead, type ReadableSite } from "./answer-read.ts";
import type { ReadAccess } from "./authenticate.ts";
import { type DraftAccess, readDraftSite } from "./draft-reader.ts";
import type { ReadAddress } from "./read-address.ts";
import { createAnswerCache, renderAnswer, type RenderedAnswer } from "./rendered-answer.ts";

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
  /** An answer that is in memory. */
  published(siteId: string, address: ReadAddress): RenderedAnswer | undefined;
  /** @throws CmsError what the parameters' parsers and `answerRead` throw, `invalid_draft_key` */
  read(siteId: string, address: ReadAddress): Promise<RenderedAnswer>;
}

export function createReader(deps: ReaderDeps): Reader {
  const answers = createAnswerCache();
  const keyOf = (siteId: string, { url }: ReadAddress): string =>
    `${siteId} ${deps.liveSite(siteId).commit ?? ""} ${url}`;

  function readPublished(siteId: string, address: ReadAddress, parameters: QueryParameters) {
    const site = deps.liveSite(siteId, parameters.get("at"));
    const { json, truncated } = answerRead(site, { ...address, parameters });
    const answer = renderAnswer({ json, truncated, snapshot: site.commit, isDraft: false });
    answers.set(keyOf(siteId, address), answer);
    return answer;
  }

  async function readDrafts(siteId: string, address: ReadAddress, parameters: QueryParameters) {
    const [key = "", at] = [draftKeyOf(parameters), parameters.get("at")];
    const site = await readDraftSite(deps, siteId, { ...address, key, at });
    const { json, truncated } = answerRead(site, { ...address, parameters });
    return renderAnswer({ json, truncated, snapshot: site.commit, isDraft: true });
  }

  return {
    published: (siteId, address) => answers.get(keyOf(siteId, address)),
    async read(siteId, address) {
      const parameters = parseQueryString(address.query);
      requireKnownProfile(parameters);
      return draftKeyOf(parameters) === undefined
        ? readPublished(siteId, address, parameters)
        : readDrafts(siteId, address, parameters);
    },
  };
}

function requireKnownProfile(parameters: QueryParameters): void {
  const profile = parameters.get("profile");
  if (profile === undefined || profile === "microcms") return;
  throw new CmsError("not_supported", "The only profile is microcms.", {
    details: { param: "profile" },
  });
}
