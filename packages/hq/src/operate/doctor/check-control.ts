import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { isCmsError } from "@loam/cms-core";
import { checkRepository } from "@loam/cms-core/git";
import { sql } from "kysely";
import { type AuditCheck, verifyAudit } from "../../people/audit/audit-chain.ts";
import type { Hq } from "../../platform/hq.ts";
import { openSealer, requireSecretKey } from "../../platform/secrets/open-sealer.ts";

/** The state of HQ's data outside of sites. */
export interface ControlCheck {
  /** Problems found by SQLite. Always empty with PostgreSQL, which checks itself. */
  readonly database: readonly string[];
  /** Problems found by Git in the skill repositories. */
  readonly skills: readonly string[];
  /** What to do about a missing key that has sealed or signed data. */
  readonly missingKey?: string;
  /** Absent if it cannot be verified, because the key is missing or the database is damaged. */
  readonly audit?: AuditCheck;
}

/** Reads the whole control database and all skills, and verifies the audit log. Makes no changes. */
export async function checkControl(hq: Hq): Promise<ControlCheck> {
  const { config, paths } = hq;
  const database = config.database.kind === "sqlite" ? await checkSqlite(hq) : [];
  const hasKey = config.secretKeys.length > 0 || existsSync(paths.secretKey);
  const skills = await checkSkills(paths.skills);
  if (database.length > 0) return { database, skills };
  if (!hasKey) return { database, skills, ...(await examineKey(hq)) };
  const sealer = openSealer(config.secretKeys, paths.secretKey);
  return { database, skills, audit: await verifyAudit(hq.database, { sealer }) };
}

async function examineKey(hq: Hq): Promise<Pick<ControlCheck, "missingKey">> {
  try {
    await requireSecretKey(hq.database, { keys: [], path: hq.paths.secretKey });
    return {};
  } catch (error) {
    if (isCmsError(error)) return { missingKey: error.message };
    throw error;
  }
}

async function checkSkills(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (!name.endsWith(".git")) continue;
    const lines = await checkRepository(join(folder, name));
    found.push(...lines.map((line) => `skills/${name}: ${line}`));
  }
  return found;
}

const MAX_FINDINGS = 20;

async function checkSqlite({ database }: Hq): Promise<readonly string[]> {
  try {
    const check = sql<{
      readonly integrity_check: string;
    }>`pragma integrity_check(${sql.lit(MAX_FINDINGS)})`;
    const { rows } = await check.execute(database);
    return rows.map((row) => row.integrity_check).filter((found) => found !== "ok");
  } catch (error) {
    // If it is badly damaged, not even the check works.
    return [error instanceof Error ? error.message : String(error)];
  }
}
