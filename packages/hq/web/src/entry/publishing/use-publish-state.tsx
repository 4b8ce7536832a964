import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { Entry } from "../../api/content/entry.ts";
import type { TypeSchema } from "../../api/content/schema.ts";
import { type PublishCheck, usePublishCheck } from "../../api/publishing/publishing.ts";
import type { Site } from "../../api/sites.ts";
import type { OpenProblem } from "../bar/state-bar.tsx";
import type { EntryEdits } from "../edits/use-entry-edits.ts";
import { emptyFields, labelOf } from "../form/problems.ts";

export interface PublishState {
  readonly canPublish: boolean;
  /** A sentence that explains why the entry can't be published although there are no open problems. */
  readonly why: ReactNode;
  readonly open: readonly OpenProblem[];
  /** Warnings that don't prevent publishing. */
  readonly toKnow: readonly OpenProblem[];
  /** Number of saved fields that differ from the live version. */
  readonly differing: number;
  /** URL of the published JSON; undefined if the entry isn't public. */
  readonly publishedDataUrl: string | undefined;
}

interface Publishable {
  readonly type: string;
  readonly schema: TypeSchema;
  readonly entry: Entry | undefined;
  readonly site: Site;
  readonly edits: EntryEdits;
  readonly isOnline: boolean;
}

/** Returns whether an entry can be published, or why not. */
export function usePublishState(of: Publishable): PublishState {
  const { type, schema, entry, site, edits, isOnline } = of;
  const { isChanged } = edits;
  const { data: check } = usePublishCheck(isChanged ? undefined : entry);
  return {
    ...publishing(entry, {
      isChanged,
      isOnline,
      isReviewed: site.reviewRequired,
      isPublic: site.publishing,
    }),
    open:
      check === undefined ? emptyProblems(schema, edits) : toOpenProblems(schema, check.problems),
    toKnow: toOpenProblems(schema, check?.warnings ?? []),
    differing: check?.changes?.fields.length ?? 0,
    publishedDataUrl: publishedDataUrl(site, { type, schema, entry }),
  };
}

/** Returns the empty required fields, which prevent publishing before HQ is asked. */
function emptyProblems({ fields }: TypeSchema, { values }: EntryEdits): readonly OpenProblem[] {
  return emptyFields(fields, values).map(({ apiId, label }) => ({ path: apiId, label }));
}

/** Converts HQ's messages about values to problems with readable locations. */
function toOpenProblems(
  { fields }: TypeSchema,
  problems: PublishCheck["problems"] | PublishCheck["warnings"],
): readonly OpenProblem[] {
  return problems.map(({ path, message }) => ({ path, message, label: labelOf(path, fields) }));
}

interface Live {
  readonly type: string;
  readonly schema: TypeSchema;
  readonly entry: Entry | undefined;
}

/** Returns the URL of an entry's published JSON; undefined if the entry isn't public. */
function publishedDataUrl(site: Site, { type, schema, entry }: Live): string | undefined {
  if (!site.publishing || entry?.live === undefined) return undefined;
  const file = schema.kind === "object" ? type : `${type}/${encodeURIComponent(entry.live.slug)}`;
  return `${site.publicUrl}/api/${file}.json`;
}

interface PublishedFrom {
  readonly isChanged: boolean;
  /** Whether HQ is reachable. */
  readonly isOnline: boolean;
  /** Whether changes must go through a change request. */
  readonly isReviewed: boolean;
  /** Whether publishing of the site is on. */
  readonly isPublic: boolean;
}

/** Returns whether there is something to publish, or why not. */
function publishing(
  entry: Entry | undefined,
  { isChanged, isOnline, isReviewed, isPublic }: PublishedFrom,
): { readonly canPublish: boolean; readonly why: ReactNode } {
  if (!isOnline) return { canPublish: false, why: <FormattedMessage id="entry.away" /> };
  if (isChanged && isReviewed) {
    return { canPublish: false, why: <FormattedMessage id="propose.only" /> };
  }
  // Edits are saved before publishing.
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
