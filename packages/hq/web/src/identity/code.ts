/** Returns the second factor from the input: a six-digit authenticator code, or else a recovery code. */
export function answerCode(
  text: string,
): { readonly code: string } | { readonly recoveryCode: string } {
  const code = text.replaceAll(/\s/g, "");
  return /^\d{6}$/.test(code) ? { code } : { recoveryCode: text.trim() };
}
