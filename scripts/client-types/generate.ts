import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseConfig, startHq } from "@loam/hq";
import { CLIENT_TYPES, printClientTypes } from "./client-types.ts";

/** Returns the document served by a new HQ. */
async function readDocument(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "loam-client-types-"));
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

const types = await printClientTypes(await readDocument());
await writeFile(resolve(import.meta.dirname, "../..", CLIENT_TYPES), types);
