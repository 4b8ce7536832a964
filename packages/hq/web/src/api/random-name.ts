const BYTES = 12;

/** Returns a unique name of lowercase letters and digits. `crypto.randomUUID` is unavailable over HTTP. */
export function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(bytes, (byte) => byte.toString(36).padStart(2, "0")).join("");
}
