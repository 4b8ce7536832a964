import { expect, onTestFinished } from "vitest";
import { temporaryFolder } from "../temporary-folder.ts";
import { hq, type HqResult, type HqServer, hqServer } from "./hq-process.ts";
import { makeHqSite } from "./hq-site.ts";

const ADMIN = { LOAM_ADMIN_EMAIL: "ada@x.test", LOAM_ADMIN_PASSWORD: "correct horse battery" };

export interface ServerOfSite {
  readonly folder: string;
  readonly siteId: string;
  readonly server: HqServer;
  /** Runs a command that must succeed. */
  readonly run: (args: readonly string[], input?: string) => Promise<HqResult>;
}

/** Starts a server of a site with drafts in a separate process, with commands run in this one. */
export async function serverOfSite(
  finished: (end: () => Promise<void>) => void = onTestFinished,
): Promise<ServerOfSite> {
  const { folder, siteId } = await makeHqSite(await temporaryFolder("loam", finished));
  const server = await hqServer({ folder, env: ADMIN }, finished);
  return {
    folder,
    siteId,
    server,
    run: async (args, input = "") => {
      const result = await hq(args, { folder, input });
      expect(result).toMatchObject({ code: 0 });
      return result;
    },
  };
}
