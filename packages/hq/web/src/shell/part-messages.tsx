import { type ReactNode, use, useMemo } from "react";
import { IntlProvider, useIntl } from "react-intl";
import { Outlet } from "react-router";
import { loadMessages, type MessagePart, textsOf } from "../messages/messages.ts";
import { useSettings } from "./preferences/settings.ts";

/** Loads a part of the messages for its routes. */
export function PartMessages({ part }: { readonly part: MessagePart }): ReactNode {
  const { language } = useSettings();
  const { messages: common } = useIntl();
  const texts = use(loadMessages(language, part));
  const messages = useMemo(() => textsOf(common, texts), [common, texts]);
  return (
    <IntlProvider locale={language} messages={messages}>
      <Outlet />
    </IntlProvider>
  );
}
