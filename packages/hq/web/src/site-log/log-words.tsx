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
  /** Email of the person who looks. */
  readonly me: string | undefined;
}

/** Who did what to the live site. */
export function PublishName({ publish, me }: PublishNameProps): ReactNode {
  const { kind, author, count } = publish;
  const isYou = author.email === me ? "yes" : "no";
  const values = { who: author.name, isYou, count };
  // Settings and forms are brought live by a publish without entries.
  if (kind === "publish" && count === 0)
    return <FormattedMessage id="log.did.settings" values={values} />;
  return <FormattedMessage id={`log.did.${kind}`} values={values} />;
}

/** How many entries are named in a line. */
const NAMED = 2;

/** Ids of the entries whose titles are shown. */
export function namedEntries(publishes: readonly LoggedPublish[]): readonly string[] {
  return [
    ...new Set(publishes.flatMap(({ entries }) => entries.slice(0, NAMED).map(({ id }) => id))),
  ];
}

interface AboutPublishProps {
  readonly publish: LoggedPublish;
  readonly isLive: boolean;
  /** By id, as they are now. */
  readonly titles: ReadonlyMap<string, string>;
}

/** What it was about, by the titles that the entries have now. */
export function AboutPublish({ publish, isLive, titles }: AboutPublishProps): ReactNode {
  const { entries, count } = publish;
  const named = entries.slice(0, NAMED);
  return (
    <>
      {isLive && (
        <b>
          <LiveMessage id="log.isLive" />
          {count > 0 && " · "}
        </b>
      )}
      {named.map(({ id, slug }) => titles.get(id) ?? slug).join(", ")}
      {count > named.length && (
        <FormattedMessage id="log.andMore" values={{ count: count - named.length }} />
      )}
    </>
  );
}

/** When it was, to the second: two may stand close together. */
export function PublishTime({ publish }: { readonly publish: LoggedPublish }): ReactNode {
  return <FormattedDate value={publish.when} dateStyle="medium" timeStyle="medium" />;
}
