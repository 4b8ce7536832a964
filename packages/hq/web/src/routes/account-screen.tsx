import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { useMe } from "../api/people/account.ts";
import { AuthenticatorSection } from "../identity/account/authenticator-section.tsx";
import { PasskeysSection } from "../identity/account/passkeys-section.tsx";
import { PasswordSection } from "../identity/account/password-section.tsx";
import { ProfileSection } from "../identity/account/profile-section.tsx";
import { SessionsSection } from "../identity/account/sessions-section.tsx";
import { TokensSection } from "../identity/account/tokens-section.tsx";
import { useTitle } from "../shell/use-title.ts";
import { Loading } from "../ui/notes/loading.tsx";
import { PlainScreen } from "../ui/plain-screen.tsx";

/** `/account`: the user's profile and sign-in methods. */
export function Component(): ReactNode {
  const { formatMessage } = useIntl();
  const { data: me, error } = useMe();
  useTitle(formatMessage({ id: "nav.account" }));
  if (me === undefined) return <Loading error={error} />;
  return (
    <PlainScreen title="nav.account" back="account.back">
      <ProfileSection me={me} />
      {me.password && <PasswordSection />}
      {me.password && <AuthenticatorSection isOn={me.totp} />}
      <PasskeysSection />
      <SessionsSection />
      <TokensSection />
    </PlainScreen>
  );
}
