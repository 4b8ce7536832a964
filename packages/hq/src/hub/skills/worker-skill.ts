import { createHash } from "node:crypto";
import type { SkillStore } from "./skill-store.ts";

/** A version of a skill that a worker compares with its copy. */
export interface WorkerSkill {
  readonly name: string;
  readonly version: number;
  readonly commit: string;
  readonly tree: string;
  readonly files: readonly {
    readonly path: string;
    readonly mode: "100644" | "100755";
    readonly size: number;
    readonly sha256: string;
  }[];
}

/** Describes a version for a worker. @default the newest version. @throws CmsError `not_found` */
export async function describeForWorker(
  store: SkillStore,
  name: string,
  wanted?: number,
): Promise<WorkerSkill> {
  const { version, commit, tree } = await store.find(name, wanted);
  const files = [];
  for (const { path, mode, oid, byteSize: size } of await store.files({ tree })) {
    const bytes = await store.repository.readBlob(oid);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    files.push({ path, mode, size, sha256 });
  }
  return { name, version, commit, tree, files };
}
