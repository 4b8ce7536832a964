import { useIntl } from "react-intl";

/** As HQ wants it. */
const MIN_CHARACTERS = 12;

interface PasswordRules {
  readonly required: string;
  readonly minLength: { readonly value: number; readonly message: string };
}

/** What a new password has to be, said before it is sent. */
export function usePasswordRules(): PasswordRules {
  const { formatMessage } = useIntl();
  const message = formatMessage({ id: "identity.passwordHelp" });
  return { required: message, minLength: { value: MIN_CHARACTERS, message } };
}
