import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { SecretsPage } from "../../hub/secrets/secrets-page.tsx";
import { useTitle } from "../../shell/use-title.ts";

/** Names of the secrets stored on workers. */
export function Component(): ReactNode {
  useTitle(useIntl().formatMessage({ id: "nav.secrets" }));
  return <SecretsPage />;
}
