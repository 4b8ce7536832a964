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

/** Given with every answer about the session; changes are refused without it. */
export function keepCsrfToken(token: string | undefined): void {
  csrfToken = token;
}

/** What a request that does not go through `hq` has to prove itself with. */
export function proofHeaders(): Readonly<Record<string, string>> {
  return csrfToken === undefined ? {} : { "x-csrf-token": csrfToken };
}

/** The management API, in the session of this browser. */
export const hq: ManagementClient = createManagementClient({
  baseUrl: hqUrl(),
  csrfToken: () => csrfToken,
  fetch: sendToHq,
});

/** Why HQ refused something; its message can be shown to people. */
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

/** Hears whenever HQ says that nobody is signed in, until the answer is called. */
export function onSignedOut(listener: () => void): () => void {
  onEnd.add(listener);
  return () => onEnd.delete(listener);
}

/** What a problem of HQ means to who asked; a session that is gone is told to everyone. */
export function refused(problem: Problem): RefusedError {
  if (problem.code === "not_signed_in") for (const listener of onEnd) listener();
  return new RefusedError(problem);
}

/** What a call answered. @throws RefusedError for a problem; TypeError where HQ cannot be reached */
export async function answer<T>(call: Promise<Answered<T>>): Promise<T> {
  const { data, error, response } = await call;
  if (error !== undefined) throw refused(error);
  if (data === undefined) throw new TypeError(`${response.url} was answered with nothing`);
  return data;
}

/** Waits for a call that answers nothing. @throws as `answer` does */
export async function done(call: Promise<Answered<unknown>>): Promise<void> {
  const { error } = await call;
  if (error !== undefined) throw refused(error);
}
