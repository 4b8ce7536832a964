import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { readData, hq } from "../api/client.ts";
import { IdentityFrame } from "./identity-frame.tsx";
import { LinkScreen } from "./link-screen.tsx";
import { NewAccountForm } from "./new-account-form.tsx";

/** `/setup/{token}`: creates the first account of an instance. */
export function SetupScreen(): ReactNode {
  return (
    <LinkScreen
      kind="setup"
      read={(token) => readData(hq.POST("/setup/link", { body: { token } }))}
    >
      {({ suggestedEmail }, token) => (
        <IdentityFrame
          title={<FormattedMessage id="setup.title" />}
          lead={<FormattedMessage id="setup.lead" />}
        >
          <NewAccountForm
            suggestedEmail={suggestedEmail}
            submit={<FormattedMessage id="setup.submit" />}
            make={(account) => readData(hq.POST("/setup", { body: { token, ...account } }))}
          />
        </IdentityFrame>
      )}
    </LinkScreen>
  );
}
