const BYTES = 12;

/** A name that nothing else has, in small letters and digits. `crypto.randomUUID` is not there on http. */
export function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(bytes, (byte) => byte.toString(36).padStart(2, "0")).join("");
}
