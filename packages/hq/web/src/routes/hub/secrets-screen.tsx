import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { SecretsPage } from "../../hub/secrets/secrets-page.tsx";
import { useTitle } from "../../shell/use-title.ts";

/** The names of the secrets that workers have. */
export function Component(): ReactNode {
  useTitle(useIntl().formatMessage({ id: "nav.secrets" }));
  return <SecretsPage />;
}
