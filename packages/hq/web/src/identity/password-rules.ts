import { useIntl } from "react-intl";

/** Same as HQ's minimum. */
const MIN_CHARACTERS = 12;

interface PasswordRules {
  readonly required: string;
  readonly minLength: { readonly value: number; readonly message: string };
}

/** Returns validation rules for new passwords. */
export function usePasswordRules(): PasswordRules {
  const { formatMessage } = useIntl();
  const message = formatMessage({ id: "identity.passwordHelp" });
  return { required: message, minLength: { value: MIN_CHARACTERS, message } };
}
