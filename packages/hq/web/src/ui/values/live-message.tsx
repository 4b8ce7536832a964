import { type ComponentProps, type ReactNode, useCallback } from "react";
import { FormattedMessage } from "react-intl";
import { useIsPublic } from "../../api/sites.ts";
import type { MessageId } from "../../messages/messages.ts";

/** A message about the live state with a variant for sites whose publishing is off. */
export type LiveMessageId = {
  [Id in MessageId]: `${Id}.whileOff` extends MessageId ? Id : never;
}[MessageId];

/** Returns a function that picks the message variant: while publishing of the site is off, nothing is live. */
export function useLiveMessageId(): (id: LiveMessageId) => MessageId {
  const isPublic = useIsPublic();
  return useCallback((id) => (isPublic ? id : `${id}.whileOff`), [isPublic]);
}

interface LiveMessageProps {
  readonly id: LiveMessageId;
  readonly values?: ComponentProps<typeof FormattedMessage>["values"];
}

/** A message about the live state. While publishing of the site is off, its variant says so. */
export function LiveMessage({ id, values }: LiveMessageProps): ReactNode {
  const liveMessageId = useLiveMessageId();
  return <FormattedMessage id={liveMessageId(id)} {...(values !== undefined && { values })} />;
}
