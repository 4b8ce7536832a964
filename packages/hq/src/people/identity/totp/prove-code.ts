import { CmsError } from "@loam/cms-core";
import { addressKey } from "../../../platform/limits/rate-limit.ts";
import type { SignInLimits } from "../attempts/attempt-limit.ts";
import { attemptKey, type Claimant } from "../attempts/known-device.ts";
import { takeRecoveryCode, takeTotpCode, type TotpDeps } from "./totp.ts";

/** Dependencies of verifying a code. */
export interface CodeDeps extends TotpDeps {
  readonly limits: Pick<SignInLimits, "codes" | "links">;
}

/** Exactly one of the two. */
export interface CodeAnswer {
  readonly code?: string | undefined;
  readonly recoveryCode?: string | undefined;
}

/**
 * Verifies a user's code, within the limits.
 *
 * @throws CmsError `invalid_credentials`, `rate_limited`
 */
export async function proveCode(
  deps: CodeDeps,
  { userId, answer }: { readonly userId: string; readonly answer: CodeAnswer },
  { address, proven }: Claimant,
): Promise<void> {
  const { limits } = deps;
  const { code = "", recoveryCode } = answer;
  // Recovery codes are too long to guess. They are counted by IP address, so an owner can use one even while others
  // guess codes for the account.
  const giveBack =
    recoveryCode === undefined
      ? await limits.codes.take(attemptKey(userId, proven))
      : await limits.links.take(proven ?? addressKey(address));
  const right =
    recoveryCode === undefined
      ? await takeTotpCode(deps, { userId, code })
      : await takeRecoveryCode(deps.database, { userId, code: recoveryCode }, deps);
  if (!right) throw wrongCode();
  await giveBack();
}

export function wrongCode(): CmsError {
  return new CmsError("invalid_credentials", "This code is incorrect or was already used.");
}
