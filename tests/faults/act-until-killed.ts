/**
 * Child process of `killed.test.ts` with a patched file system: runs a scenario and prints each acknowledgement until
 * the given call, before or after which it kills itself.
 */
import { writeSync } from "node:fs";
import { watchCalls } from "./support/file-calls.ts";
import { DELETE_ONE, PUBLISH_ONE } from "./support/publish-scenarios.ts";
import { ONE_PUSH } from "./support/push-scenarios.ts";
import { ONE_SAVE } from "./support/save-scenarios.ts";
import type { Scenario } from "./support/scenario.ts";

const [name = "", folder = "", at = "", moment = ""] = process.argv.slice(2);

function acknowledge(what: string): void {
  // Synchronous, so that an acknowledgement is written before anything else happens.
  writeSync(1, `${what}\n`);
}

async function act<T>(scenario: Scenario<T>): Promise<void> {
  const opened = await scenario.open(folder);
  watchCalls(folder, {
    fault: {
      at: Number(at),
      code: "SIGKILL",
      moment: moment === "before" ? "before" : "after",
    },
  });
  await scenario.act(opened, acknowledge);
  await scenario.close(opened);
}

if (name === "save") await act(ONE_SAVE);
else if (name === "push") await act(ONE_PUSH);
else await act(name === "publish" ? PUBLISH_ONE : DELETE_ONE);
