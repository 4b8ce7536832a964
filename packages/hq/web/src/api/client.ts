import {
  createManagementClient,
  type ManagementClient,
  type ManagementSchemas,
  type Problem,
} from "@loam/hq/client";
import { hqUrl } from "./base-path.ts";
import { sendToHq } from "./connection.ts";

export type Schemas = ManagementSchemas;

let csrfToken: string | undefined;

/** Stores the CSRF token of the session. Each session response contains one; writes without it are refused. */
export function keepCsrfToken(token: string | undefined): void {
  csrfToken = token;
}

/** Returns the headers that authenticate requests made without `hq`. */
export function proofHeaders(): Readonly<Record<string, string>> {
  return csrfToken === undefined ? {} : { "x-csrf-token": csrfToken };
}

/** Client of the management API, using this browser's session. */
export const hq: ManagementClient = createManagementClient({
  baseUrl: hqUrl(),
  csrfToken: () => csrfToken,
  fetch: sendToHq,
});

/** An error response of HQ. Its message can be shown to users. */
export class RefusedError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.name = "RefusedError";
    this.problem = problem;
  }
}

interface Answered<T> {
  readonly data?: T;
  readonly error?: Problem;
  readonly response: Response;
}

const onEnd = new Set<() => void>();

/** Calls `listener` whenever HQ reports that no one is signed in. Returns an unsubscribe function. */
export function onSignedOut(listener: () => void): () => void {
  onEnd.add(listener);
  return () => onEnd.delete(listener);
}

/** Converts a problem response into an error. Notifies the sign-out listeners if the session ended. */
export function refused(problem: Problem): RefusedError {
  if (problem.code === "not_signed_in") for (const listener of onEnd) listener();
  return new RefusedError(problem);
}

/** Returns the data of a response. @throws RefusedError for a problem; TypeError if HQ is unreachable */
export async function readData<T>(call: Promise<Answered<T>>): Promise<T> {
  const { data, error, response } = await call;
  if (error !== undefined) throw refused(error);
  if (data === undefined) throw new TypeError(`${response.url} was answered with nothing`);
  return data;
}

/** Waits for a call without response data. @throws like `answer` */
export async function expectSuccess(call: Promise<Answered<unknown>>): Promise<void> {
  const { error } = await call;
  if (error !== undefined) throw refused(error);
}
