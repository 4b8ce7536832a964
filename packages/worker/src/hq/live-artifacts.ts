import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { CmsError, sizeOf } from "@loam/cms-core";
import { createMask } from "@loam/cms-core/mask";
import { z } from "zod";
import { listArtifacts } from "../runner/artifacts.ts";
import { allSecretValues, type Secrets } from "../secrets/secrets.ts";
import type { WorkerState } from "../state/open-state.ts";
import { readRun, type RunRow } from "../state/runs.ts";

interface ArtifactServices {
  readonly workerId: string;
  readonly state: WorkerState;
  readonly secrets: Secrets;
}

const OF_RUN = z.object({ runId: z.string() });
const READ = OF_RUN.extend({ path: z.string(), offset: z.int().min(0) });

/** Maximum size for download in a browser; larger files must be copied from the machine. */
const MOST_BYTES = 16 * 1024 * 1024;
/** As base64, it fits the messages that HQ processes exchange. */
const PART_BYTES = 512 * 1024;

/** Lists the artifacts of a run of this HQ. @throws CmsError `not_found` */
export function listRunArtifacts(services: ArtifactServices, body: unknown): object {
  const run = requireRun(services, OF_RUN.parse(body).runId);
  return { artifacts: listArtifacts(artifactRun(run)) };
}

/**
 * Reads a part of an artifact.
 *
 * @throws CmsError `not_found`, `too_large`; `forbidden` for a file that contains a secret of this worker
 */
export async function readArtifact(services: ArtifactServices, body: unknown): Promise<object> {
  const { runId, path, offset } = READ.parse(body);
  const place = artifactRun(requireRun(services, runId));
  const listed = listArtifacts(place).find((one) => one.path === path);
  if (listed === undefined || place.workDir === null) {
    throw new CmsError("not_found", `The run created no file ${path}.`);
  }
  if (listed.byteSize > MOST_BYTES) {
    throw new CmsError(
      "too_large",
      `The file is ${sizeOf(listed.byteSize)}, which is too large to send. Copy it from the worker.`,
    );
  }
  const bytes = await readPlainFile(join(place.workDir, path));
  refuseSecrets(services.secrets, bytes);
  const part = bytes.subarray(offset, offset + PART_BYTES);
  return { content: part.toString("base64"), byteSize: bytes.length };
}

/** @throws CmsError `not_found`, also for the run of another HQ */
function requireRun({ state, workerId }: ArtifactServices, runId: string): RunRow {
  const run = readRun(state, runId);
  if (run?.workerId === workerId) return run;
  throw new CmsError("not_found", "The run no longer exists on this worker.");
}

function artifactRun({ id, workDir }: RunRow): {
  readonly id: string;
  readonly workDir: string | null;
} {
  return { id, workDir: workDir ?? null };
}

/** Rejects a link that replaced the file since it was listed. */
async function readPlainFile(path: string): Promise<Buffer> {
  await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  return file.readFile();
}

/** The output of a run is masked, but masking a file would corrupt it. */
function refuseSecrets(secrets: Secrets, bytes: Buffer): void {
  const masker = createMask(allSecretValues(secrets)).createMasker();
  const masked = Buffer.concat([masker.write(bytes), masker.end()]);
  if (masked.equals(bytes)) return;
  throw new CmsError(
    "forbidden",
    "The file contains a secret, so it was not sent. Copy it from the worker.",
  );
}
