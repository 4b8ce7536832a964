import { CmsError, isCmsError } from "@loam/cms-core";

const MAX_MESSAGE = 300;

/** An error of a Git host client: the response's status, if any, and its message. */
interface Failure {
  readonly status: number | undefined;
  readonly message: string;
}

/** Calls the API of a Git host and converts its errors. @throws CmsError `forge_failed` */
export async function callGitHost<T>(
  call: () => Promise<T>,
  readFailure: (error: unknown) => Failure | undefined,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const inner = causeOf(error);
    if (inner !== undefined) throw inner;
    const failure = readFailure(error);
    if (failure === undefined) throw error;
    throw gitHostError(failure);
  }
}

/** Like `callGitHost`, but returns undefined for a missing object. */
export async function findOnGitHost<T>(
  call: () => Promise<T>,
  readFailure: (error: unknown) => Failure | undefined,
): Promise<T | undefined> {
  return callGitHost(async () => {
    try {
      return await call();
    } catch (error) {
      if (readFailure(error)?.status === 404) return undefined;
      throw error;
    }
  }, readFailure);
}

/** Returns the error of `forgeFetch` that the client wrapped. */
function causeOf(error: unknown): CmsError | undefined {
  if (isCmsError(error)) return error;
  return error instanceof Error && isCmsError(error.cause) ? error.cause : undefined;
}

function gitHostError({ status, message }: Failure): CmsError {
  const text = message.replaceAll(/\s+/g, " ").trim().slice(0, MAX_MESSAGE);
  const suffix = text === "" ? "" : ` (${text})`;
  return new CmsError("forge_failed", `${describeStatus(status)}${suffix}`, {
    details: status === undefined ? {} : { status },
  });
}

function describeStatus(status: number | undefined): string {
  if (status === 401) return "The Git host rejected the token. Set another one.";
  if (status === 403) return "The token does not have permission for the Git host's API.";
  if (status === 404) return "The Git host's API has no such repository for this token.";
  if (status === 429) return "The Git host's rate limit was reached.";
  if (status !== undefined && status >= 500) return "The Git host does not respond correctly.";
  return "The Git host rejected a request.";
}
