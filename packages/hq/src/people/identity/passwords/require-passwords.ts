import { CmsError } from "@loam/cms-core";

/** Whether people of this instance may sign in by password. */
export interface PasswordPolicy {
  readonly passwordSignIn: boolean;
}

/** @throws CmsError `passwords_disabled` */
export function requirePasswords({ passwordSignIn }: PasswordPolicy): void {
  if (passwordSignIn) return;
  throw new CmsError(
    "passwords_disabled",
    "There are no passwords here: sign in by the account that your organisation gave you.",
  );
}
