import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseConfig, startHq } from "@loam/hq";

/** Returns the OpenAPI document of the management API from a new HQ. */
export async function readOpenApi(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "loam-openapi-"));
  try {
    const settings = { LOAM_DATA: folder, LOAM_PORT: "0", LOAM_LOG_LEVEL: "silent" };
    const hq = await startHq(parseConfig(settings, folder));
    try {
      const answer = await fetch(`${hq.url}/api/manage/openapi.json`);
      return await answer.text();
    } finally {
      await hq.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
