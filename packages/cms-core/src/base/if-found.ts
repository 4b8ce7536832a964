import { isCmsError } from "./errors.ts";

/** What is looked for; undefined where there is none (`not_found`), also when it was removed a moment ago. */
export async function ifFound<T>(looking: Promise<T>): Promise<T | undefined> {
  try {
    return await looking;
  } catch (error) {
    if (isCmsError(error) && error.code === "not_found") return undefined;
    throw error;
  }
}
