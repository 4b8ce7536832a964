import type { ReactNode } from "react";
import { FormattedDate, FormattedMessage } from "react-intl";
import type { LoggedPublish } from "../api/publishing/site-log.ts";
import type { Band } from "../ui/compare/drill-core.tsx";
import { LiveMessage } from "../ui/values/live-message.tsx";

export const BANDS: Readonly<Record<LoggedPublish["kind"], Band>> = {
  publish: "leaf",
  unpublish: "peat",
  reorder: "ochre",
  rollback: "clay",
};

interface PublishNameProps {
  readonly publish: LoggedPublish;
  /** Email of the current user. */
  readonly me: string | undefined;
}

/** Who did what to the live site. */
export function PublishName({ publish, me }: PublishNameProps): ReactNode {
  const { kind, author, count } = publish;
  const isYou = author.email === me ? "yes" : "no";
  const values = { who: author.name, isYou, count };
  // A publish without entries publishes settings and schemas.
  if (kind === "publish" && count === 0)
    return <FormattedMessage id="log.did.settings" values={values} />;
  return <FormattedMessage id={`log.did.${kind}`} values={values} />;
}

/** Number of entries named per line. */
const NAMED = 2;

/** Returns the ids of the entries whose titles are displayed. */
export function namedEntries(publishes: readonly LoggedPublish[]): readonly string[] {
  return [
    ...new Set(publishes.flatMap(({ entries }) => entries.slice(0, NAMED).map(({ id }) => id))),
  ];
}

interface AboutPublishProps {
  readonly publish: LoggedPublish;
  readonly isLive: boolean;
  /** Current titles by id. */
  readonly titles: ReadonlyMap<string, string>;
}

/** The published entries, by their current titles. */
export function AboutPublish({ publish, isLive, titles }: AboutPublishProps): ReactNode {
  const { entries, count } = publish;
  const named = entries.slice(0, NAMED);
  const shown = named.map(({ id, slug }) => titles.get(id) ?? slug).join(", ");
  return (
    <>
      {isLive && (
        <b>
          <LiveMessage id="log.isLive" />
          {count > 0 && " · "}
        </b>
      )}
      {count > named.length ? (
        <FormattedMessage id="log.andMore" values={{ shown, count: count - named.length }} />
      ) : (
        shown
      )}
    </>
  );
}

/** The time to the second, because publishes can follow each other closely. */
export function PublishTime({ publish }: { readonly publish: LoggedPublish }): ReactNode {
  return <FormattedDate value={publish.when} dateStyle="medium" timeStyle="medium" />;
}
