/** What a person wrote as a second factor: the six digits of an authenticator, else a recovery code. */
export function answerCode(
  text: string,
): { readonly code: string } | { readonly recoveryCode: string } {
  const code = text.replaceAll(/\s/g, "");
  return /^\d{6}$/.test(code) ? { code } : { recoveryCode: text.trim() };
}
