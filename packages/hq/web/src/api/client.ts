import {
  createManagementClient,
  type ManagementClient,
  type ManagementSchemas,
  type Problem,
} from "@loam/hq/client";

export type Schemas = ManagementSchemas;

let csrfToken: string | undefined;

/** Given with every answer about the session; changes are refused without it. */
export function keepCsrfToken(token: string | undefined): void {
  csrfToken = token;
}

/** The management API, in the session of this browser. */
export const hq: ManagementClient = createManagementClient({
  baseUrl: location.origin,
  csrfToken: () => csrfToken,
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

/** What a call answered. @throws RefusedError for a problem; TypeError where HQ cannot be reached */
export async function answer<T>(call: Promise<Answered<T>>): Promise<T> {
  const { data, error, response } = await call;
  if (error !== undefined) throw new RefusedError(error);
  if (data === undefined) throw new TypeError(`${response.url} was answered with nothing`);
  return data;
}

/** Waits for a call that answers nothing. @throws as `answer` does */
export async function done(call: Promise<Answered<unknown>>): Promise<void> {
  const { error } = await call;
  if (error !== undefined) throw new RefusedError(error);
}
