import { CmsError } from "../../base/errors.ts";

/** Whether a call of the operating system failed, rather than what the call was for. */
export function isSystemError(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error;
}

/** What a failed call of the operating system means to who uploads; any other error as it is. */
export function uploadFailure(error: unknown): unknown {
  if (!isSystemError(error)) return error;
  const message = `The upload could not be stored: ${error.message}`;
  return new CmsError("storage_failed", message, { cause: error });
}
