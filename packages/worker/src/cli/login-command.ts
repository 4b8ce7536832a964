import { CmsError } from "@loam/cms-core";
import { answer, type JsonOption, readHidden, type Terminal } from "@loam/cms-core/program";
import type { Command } from "commander";
import { storeLogin, scratchFolder } from "../hq/hq-access.ts";
import { openSealer } from "../secrets/sealer.ts";
import { listHqSkills } from "../skills/hq-skills.ts";
import { inWorker } from "./worker-context.ts";

interface LoginOptions extends JsonOption {
  readonly hq?: string;
  readonly workspace?: string;
}

/** `agent-cli login`. */
export function defineLoginCommand(command: Command, terminal: Terminal): void {
  command
    .option("--hq <url>", "URL of HQ (default: LOAM_HQ_URL)")
    .option("--workspace <workspace>", "Workspace slug or ID (default: LOAM_WORKSPACE)")
    .action(async (options: LoginOptions) => {
      const data = await inWorker(terminal, async ({ config, state, signal }) => {
        const hqUrl = (options.hq ?? config.hqUrl)?.replace(/\/+$/, "");
        const workspace = options.workspace ?? config.workspace;
        if (hqUrl === undefined || !/^https?:\/\//.test(hqUrl) || workspace === undefined) {
          throw new CmsError("invalid_config", "Pass --hq https://… and --workspace.");
        }
        const token = config.token ?? (await readHidden(terminal, `Token for ${hqUrl}:`)).trim();
        // Verifies the token before storing it.
        await listHqSkills({ hqUrl, workspace, token, scratch: scratchFolder(config), signal });
        storeLogin(state, openSealer(config, state), { hqUrl, workspace, token });
        return { hqUrl, workspace };
      });
      answer(terminal, options, {
        data,
        lines: [`Signed in at ${data.hqUrl}, workspace ${data.workspace}.`],
      });
    });
}
