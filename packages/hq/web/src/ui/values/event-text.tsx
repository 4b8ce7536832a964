import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { HistoryEvent } from "../../api/content/history.ts";
import type { MessageId } from "../../messages/messages.ts";

const WORDS: Readonly<Record<HistoryEvent["kind"], MessageId>> = {
  create: "history.create",
  update: "history.update",
  rename: "history.rename",
  restore: "history.restore",
  merge: "history.merge",
  delete: "history.delete",
  publish: "history.publish",
  unpublish: "history.unpublish",
};

type SystemKey = NonNullable<HistoryEvent["changed"]>["system"][number];

/** Labels of differences other than fields. */
export const SYSTEM_WORDS: Readonly<Record<SystemKey, MessageId>> = {
  slug: "history.slug",
  createdAt: "history.createdAt",
  publishAt: "history.publishAt",
  unpublishAt: "history.unpublishAt",
  sortOrder: "history.sortOrder",
  schema: "history.schema",
};

interface EventTextProps {
  readonly event: HistoryEvent;
  /** Email of the current user. */
  readonly me: string | undefined;
}

/** Who did what: "Ann saved". */
export function EventText({ event, me }: EventTextProps): ReactNode {
  const { name: who, email } = event.author;
  const isYou = email === me ? "yes" : "no";
  return <FormattedMessage id={WORDS[event.kind]} values={{ who, isYou }} />;
}

/** Details of an event: the fields changed by a save, or the number of a publish. */
export function AboutEvent({ event }: { readonly event: HistoryEvent }): ReactNode {
  const { formatMessage, formatList } = useIntl();
  if (event.rolledBackTo !== undefined) return <FormattedMessage id="history.rolledBack" />;
  if (event.version !== undefined) {
    return <FormattedMessage id="history.published" values={{ version: event.version }} />;
  }
  const { fields = [], system = [] } = event.changed ?? {};
  const names = [
    ...fields.map(({ label }) => label),
    ...system.map((key) => formatMessage({ id: SYSTEM_WORDS[key] })),
  ];
  return formatList(names, { type: "unit" });
}
