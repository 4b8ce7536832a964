import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseConfig, startHq } from "@loam/hq";

/** The OpenAPI documents of HQ's APIs, as JSON. */
export interface OpenApiDocuments {
  readonly management: string;
  readonly read: string;
}

/** Replaces the URL of the HQ that is started here, which has another port each time. */
const PUBLIC_URL = "https://cms.example.com";

/** Returns the OpenAPI documents that a new HQ serves. */
export async function readOpenApi(): Promise<OpenApiDocuments> {
  const folder = await mkdtemp(join(tmpdir(), "loam-openapi-"));
  try {
    const settings = { LOAM_DATA: folder, LOAM_PORT: "0", LOAM_LOG_LEVEL: "silent" };
    const hq = await startHq(parseConfig(settings, folder));
    try {
      const read = async (path: string): Promise<string> => {
        const answer = await fetch(`${hq.url}${path}/openapi.json`);
        return (await answer.text()).replaceAll(hq.url, PUBLIC_URL);
      };
      return { management: await read("/api/manage"), read: await read("/api/public/cms") };
    } finally {
      await hq.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
