import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { Entry } from "../../api/content/entry.ts";
import type { TypeSchema } from "../../api/content/schema.ts";
import { type PublishCheck, usePublishCheck } from "../../api/publishing/publishing.ts";
import type { Site } from "../../api/sites.ts";
import type { OpenProblem } from "../bar/state-bar.tsx";
import { emptyFields, labelOf } from "../form/problems.ts";
import type { Writing } from "../use-writing.ts";

export interface PublishState {
  readonly canPublish: boolean;
  /** Why it cannot be published though nothing is open, in a sentence. */
  readonly why: ReactNode;
  readonly open: readonly OpenProblem[];
  /** What is to be known before it is published, and stops nothing. */
  readonly toKnow: readonly OpenProblem[];
  /** How many fields of the saved version visitors do not see yet. */
  readonly differing: number;
  /** Where the published JSON is; undefined of what visitors do not see. */
  readonly dataAddress: string | undefined;
}

interface Publishable {
  readonly type: string;
  readonly schema: TypeSchema;
  readonly entry: Entry | undefined;
  readonly site: Site;
  readonly writing: Writing;
  readonly isThere: boolean;
}

/** Whether an entry can be published, and exactly why it cannot. */
export function usePublishState(of: Publishable): PublishState {
  const { type, schema, entry, site, writing, isThere } = of;
  const { isChanged } = writing;
  const { data: check } = usePublishCheck(isChanged ? undefined : entry);
  return {
    ...publishing(entry, {
      isChanged,
      isThere,
      isReviewed: site.reviewRequired,
      isPublic: site.publishing,
    }),
    open: check === undefined ? emptyProblems(schema, writing) : worded(schema, check.problems),
    toKnow: worded(schema, check?.warnings ?? []),
    differing: check?.changes?.fields.length ?? 0,
    dataAddress: dataAddress(site, { type, schema, entry }),
  };
}

/** The required fields that are empty: what stops a publish before HQ is asked. */
function emptyProblems({ fields }: TypeSchema, { values }: Writing): readonly OpenProblem[] {
  return emptyFields(fields, values).map(({ apiId, label }) => ({ path: apiId, label }));
}

/** What HQ says of values, each with the name of its place. */
function worded(
  { fields }: TypeSchema,
  said: PublishCheck["problems"] | PublishCheck["warnings"],
): readonly OpenProblem[] {
  return said.map(({ path, message }) => ({ path, message, label: labelOf(path, fields) }));
}

interface Live {
  readonly type: string;
  readonly schema: TypeSchema;
  readonly entry: Entry | undefined;
}

/** Where the published JSON of an entry is; undefined of one that visitors do not see. */
function dataAddress(site: Site, { type, schema, entry }: Live): string | undefined {
  if (!site.publishing || entry?.live === undefined) return undefined;
  const file = schema.kind === "object" ? type : `${type}/${encodeURIComponent(entry.live.slug)}`;
  return `${site.publicUrl}/api/${file}.json`;
}

interface PublishedFrom {
  readonly isChanged: boolean;
  /** Whether HQ answers. */
  readonly isThere: boolean;
  /** Whether what is written is proposed alone. */
  readonly isReviewed: boolean;
  /** Whether publishing of the site is on. */
  readonly isPublic: boolean;
}

/** Whether there is something to publish, and why there is not. */
function publishing(
  entry: Entry | undefined,
  { isChanged, isThere, isReviewed, isPublic }: PublishedFrom,
): { readonly canPublish: boolean; readonly why: ReactNode } {
  if (!isThere) return { canPublish: false, why: <FormattedMessage id="entry.away" /> };
  if (isChanged && isReviewed) {
    return { canPublish: false, why: <FormattedMessage id="propose.only" /> };
  }
  // What is typed is saved before it is published.
  if (isChanged) return { canPublish: true, why: null };
  if (entry === undefined) {
    return { canPublish: false, why: <FormattedMessage id="entry.saveFirst" /> };
  }
  if (entry.state === "published") {
    return {
      canPublish: false,
      why: <FormattedMessage id={isPublic ? "entry.isLive" : "state.notVisible"} />,
    };
  }
  return { canPublish: true, why: null };
}
