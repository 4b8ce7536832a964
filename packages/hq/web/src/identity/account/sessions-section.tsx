import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { expectSuccess, hq } from "../../api/client.ts";
import { useAccountMutation, useSessions } from "../../api/people/account.ts";
import { Button } from "../../ui/button.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { Section } from "../../ui/sections/section.tsx";
import { Ago } from "../../ui/values/ago.tsx";
import sections from "../../ui/sections/sections.module.css";

/** The user's sessions, which can be ended remotely. */
export function SessionsSection(): ReactNode {
  const { formatMessage } = useIntl();
  const { data: sessions = [], error } = useSessions();
  const end = useAccountMutation((id: string) =>
    expectSuccess(hq.DELETE("/me/sessions/{id}", { params: { path: { id } } })),
  );
  const endOthers = useAccountMutation(() => expectSuccess(hq.DELETE("/me/sessions")));
  return (
    <Section title="account.sessions" text="account.sessionsText">
      <Refusal error={error ?? end.error ?? endOthers.error} />
      <ul className={sections["rows"]}>
        {sessions.map(({ id, userAgent, address, lastUsedAt, current }) => {
          const name = browserOf(userAgent) ?? formatMessage({ id: "account.unknownBrowser" });
          return (
            <li key={id}>
              <div>
                <b>{name}</b>
                <small>
                  {current ? (
                    <FormattedMessage id="account.thisBrowser" values={{ address }} />
                  ) : (
                    <FormattedMessage
                      id="account.lastUsed"
                      values={{ address, ago: <Ago time={lastUsedAt} /> }}
                    />
                  )}
                </small>
              </div>
              {!current && (
                <Button
                  look="quiet"
                  aria-label={formatMessage({ id: "account.endOne" }, { name })}
                  onPress={() => end.mutate(id)}
                >
                  <FormattedMessage id="account.end" />
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {sessions.length > 1 && (
        <div>
          <Button isWorking={endOthers.isPending} onPress={() => endOthers.mutate()}>
            <FormattedMessage id="account.endOthers" />
          </Button>
        </div>
      )}
    </Section>
  );
}

/** The order matters: some user agents also contain the names of browsers below them. */
const BROWSERS = [
  [/\bEdg\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bFirefox\//, "Firefox"],
  [/\bChrome\//, "Chrome"],
  [/\bSafari\//, "Safari"],
] as const;

const SYSTEMS = [
  [/\bAndroid\b/, "Android"],
  [/\b(?:iPhone|iPad)\b/, "iOS"],
  [/\bMac OS X\b/, "macOS"],
  [/\bWindows\b/, "Windows"],
  [/\bLinux\b/, "Linux"],
] as const;

/** Returns the browser and operating system; undefined if unknown. */
function browserOf(userAgent: string): string | undefined {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (browser === undefined) return userAgent === "" ? undefined : userAgent.slice(0, 60);
  return system === undefined ? browser : `${browser}, ${system}`;
}
