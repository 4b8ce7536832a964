import { type ComponentProps, type ReactNode, useCallback } from "react";
import { FormattedMessage } from "react-intl";
import { useIsPublic } from "../../api/sites.ts";
import type { MessageId } from "../../messages/messages.ts";

/** A text about what is live, which has another one for while publishing of the site is off. */
export type LiveMessageId = {
  [Id in MessageId]: `${Id}.whileOff` extends MessageId ? Id : never;
}[MessageId];

/** Gives the id of the text that is true of the site: while its publishing is off, nothing is live. */
export function useLiveWords(): (id: LiveMessageId) => MessageId {
  const isPublic = useIsPublic();
  return useCallback((id) => (isPublic ? id : `${id}.whileOff`), [isPublic]);
}

interface LiveMessageProps {
  readonly id: LiveMessageId;
  readonly values?: ComponentProps<typeof FormattedMessage>["values"];
}

/** A text about what is live; while publishing of the site is off, that it is published and not visible yet. */
export function LiveMessage({ id, values }: LiveMessageProps): ReactNode {
  const wordsOf = useLiveWords();
  return <FormattedMessage id={wordsOf(id)} {...(values !== undefined && { values })} />;
}
