import { CmsError, sizeOf } from "@loam/cms-core";
import { MIN_BYTES } from "@loam/cms-core/mask";
import { parseSecretName } from "@loam/cms-core/template";
import { z } from "zod";
import type { WorkerConfig } from "../config/worker-config.ts";
import { listLinks } from "../state/links.ts";
import type { WorkerState } from "../state/open-state.ts";
import { listActiveRuns } from "../state/runs.ts";
import { openedBytes, openSealer, type Sealer } from "./sealer.ts";

/** Public properties of a secret: never its value. */
export interface SecretKey {
  readonly key: string;
  /** `""`: of the whole worker. */
  readonly workspaceId: string;
  readonly updatedAt: string;
  /** Whether it is masked in logs: a value of less than six bytes would mask half of every text. */
  readonly masked: boolean;
}

export interface Secrets {
  readonly state: WorkerState;
  readonly sealer: Sealer;
  /** Reserved names that the operator of this machine allows. */
  readonly allowReserved: readonly string[];
}

const MAX_VALUE_BYTES = 48 * 1024;
/** The system allows between one and two MiB of environment. Checked here so that the start of a run doesn't fail. */
const MAX_SESSION_BYTES = 1024 * 1024;

/** @throws CmsError `data_dir_unusable` */
export function openSecrets(
  config: Pick<WorkerConfig, "home" | "secretKey" | "allowReservedSecrets">,
  state: WorkerState,
): Secrets {
  return { state, sealer: openSealer(config, state), allowReserved: config.allowReservedSecrets };
}

/** Whether any secret is stored here. */
export function hasSecrets({ database }: WorkerState): boolean {
  return database.prepare("SELECT 1 FROM secrets LIMIT 1").get() !== undefined;
}

/** Lists the keys of the secrets of the worker and of all workspaces, or of only one of these. */
export function listSecrets({ state }: Secrets, workspaceId?: string): readonly SecretKey[] {
  return state.database
    .prepare(
      `SELECT key, workspace_id, sealed, updated_at FROM secrets
       WHERE ? IS NULL OR workspace_id = ? ORDER BY key, workspace_id`,
    )
    .all(workspaceId ?? null, workspaceId ?? null)
    .map((row) => ({
      key: String(row["key"]),
      workspaceId: String(row["workspace_id"]),
      updatedAt: String(row["updated_at"]),
      masked: openedBytes(String(row["sealed"])) >= MIN_BYTES,
    }));
}

/**
 * Sets a secret of the whole worker (`workspaceId` is `""`) or of a workspace.
 *
 * @throws CmsError `invalid`, `reserved_name`, `too_large`, `conflict` while an unreviewed skill runs
 */
export function putSecret(
  secrets: Secrets,
  {
    key,
    workspaceId,
    value,
    at,
  }: {
    readonly key: string;
    readonly workspaceId: string;
    readonly value: string;
    readonly at: Date;
  },
): SecretKey {
  const { state, sealer } = secrets;
  const name = parseSecretName(key, secrets.allowReserved);
  const place = parseWorkspaceId(workspaceId);
  const sealed = sealer.seal(parseValue(name, value), [name, place]);
  const updatedAt = at.toISOString();
  state.write(() => {
    // Inside the transaction, because another process can accept a run at any instant.
    refuseDuringUnreviewedRun(state);
    state.database
      .prepare(
        "INSERT OR REPLACE INTO secrets (key, workspace_id, sealed, updated_at) VALUES (?, ?, ?, ?)",
      )
      .run(name, place, sealed, updatedAt);
    if (largestSession(state) > MAX_SESSION_BYTES) {
      throw new CmsError(
        "too_large",
        `With ${name}, the secrets of a run would exceed ${sizeOf(MAX_SESSION_BYTES)}, the limit for environment variables. Delete some secrets, or keep this one in a file.`,
      );
    }
  });
  const masked = Buffer.byteLength(value) >= MIN_BYTES;
  return { key: name, workspaceId: place, updatedAt, masked };
}

const REVIEWED = z.object({ reviewed: z.boolean().optional() });

/** A run in progress was allowed because there were no secrets to read. */
function refuseDuringUnreviewedRun(state: WorkerState): void {
  const unreviewed = listActiveRuns(state).find(({ request, workerId }) => {
    const { reviewed } = REVIEWED.parse(JSON.parse(request));
    const link = listLinks(state).find((one) => one.workerId === workerId);
    return workerId !== undefined && reviewed !== true && link?.skillReview !== "off";
  });
  if (unreviewed === undefined) return;
  throw new CmsError(
    "conflict",
    `The run ${unreviewed.id} uses a skill that has not been reviewed. Wait until it ends or cancel it, then set the secret.`,
  );
}

/** @returns whether it existed */
export function deleteSecret(
  { state }: Secrets,
  { key, workspaceId }: { readonly key: string; readonly workspaceId: string },
): boolean {
  return state.write(() => {
    const { changes } = state.database
      .prepare("DELETE FROM secrets WHERE key = ? AND workspace_id = ?")
      .run(key, workspaceId);
    return changes === 1;
  });
}

/**
 * Returns the secrets of a run in a workspace: the worker's and the workspace's, which take precedence. An ad hoc run
 * (`""`) gets only the worker's.
 *
 * @throws CmsError `secret_unreadable`
 */
export function sessionSecrets(
  { state, sealer }: Secrets,
  workspaceId: string,
): ReadonlyMap<string, string> {
  const rows = state.database
    .prepare(
      // "" comes first, so that a workspace's value replaces it.
      "SELECT key, workspace_id, sealed FROM secrets WHERE workspace_id IN ('', ?) ORDER BY workspace_id",
    )
    .all(workspaceId);
  const chosen = new Map(
    rows.map((row) => [
      String(row["key"]),
      { place: String(row["workspace_id"]), sealed: String(row["sealed"]) },
    ]),
  );
  return new Map(
    [...chosen].map(([key, { place, sealed }]) => [key, sealer.open(sealed, [key, place])]),
  );
}

/** Returns every stored value, for masking logs and memory entries. */
export function allSecretValues(secrets: Secrets): readonly string[] {
  return secretValues(secrets).map(({ value }) => value);
}

/** Returns every stored value with its key. */
export function secretValues({
  state,
  sealer,
}: Secrets): readonly { readonly key: string; readonly value: string }[] {
  return state.database
    .prepare("SELECT key, workspace_id, sealed FROM secrets")
    .all()
    .map((row) => {
      const key = String(row["key"]);
      return { key, value: sealer.open(String(row["sealed"]), [key, String(row["workspace_id"])]) };
    });
}

/**
 * Parses the id of a workspace, or `""` for the whole worker.
 *
 * @throws CmsError `invalid`
 */
export function parseWorkspaceId(text: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$|^$/.test(text)) return text;
  throw new CmsError(
    "invalid",
    'workspace_id must be the ID of a workspace, or "" for the whole worker.',
  );
}

export function noSecret(key: string, workspaceId: string): CmsError {
  const where = workspaceId === "" ? "for the whole worker" : `in workspace ${workspaceId}`;
  return new CmsError("not_found", `This worker has no secret ${key.slice(0, 128)} ${where}.`);
}

function parseValue(key: string, value: string): string {
  if (value === "") {
    throw new CmsError(
      "invalid",
      `An empty value would override ${key} of the whole worker. Delete the secret instead.`,
    );
  }
  if (Buffer.byteLength(value) > MAX_VALUE_BYTES) {
    throw new CmsError("too_large", `The value of ${key} exceeds ${sizeOf(MAX_VALUE_BYTES)}.`);
  }
  if (value.isWellFormed() && !value.includes("\0")) return value;
  throw new CmsError(
    "invalid",
    `The value of ${key} must be Unicode text without NUL characters. Encode it, for example as base64.`,
  );
}

/** Returns the size of a run's secrets in its environment, for the workspace with the most. */
function largestSession({ database }: WorkerState): number {
  const sizes = new Map<string, Map<string, number>>();
  const rows = database.prepare("SELECT key, workspace_id, sealed FROM secrets").all();
  for (const row of rows) {
    const place = String(row["workspace_id"]);
    const bytes = Buffer.byteLength(String(row["key"])) + openedBytes(String(row["sealed"])) + 2;
    const session = sizes.get(place) ?? new Map<string, number>();
    sizes.set(place, session.set(String(row["key"]), bytes));
  }
  const common = sizes.get("") ?? new Map<string, number>();
  const sessions = [...sizes.values()].map((own) => new Map([...common, ...own]));
  return Math.max(
    0,
    ...sessions.map((session) => session.values().reduce((sum, bytes) => sum + bytes, 0)),
  );
}
