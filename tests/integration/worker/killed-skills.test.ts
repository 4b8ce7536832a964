import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { freePort } from "../../support/free-port.ts";
import { agentMachine, type AgentMachine } from "../../support/hq/agent-machine.ts";
import { hq, hqServer } from "../../support/hq/hq-process.ts";
import { skillText } from "../../support/hq/skill-hub.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const ADMIN = "ann@example.test";
const FILES = 60;
const MOMENTS = 4;

/** Returns files that all contain the edition, so that a mixture is detected. */
function edition(number: number): Record<string, string> {
  const files = Array.from({ length: FILES }, (_, at) => [`data/${at}.txt`, `edition ${number}\n`]);
  return { "SKILL.md": skillText("job", `edition ${number}`), ...Object.fromEntries(files) };
}

/** Returns the edition of a skill's files, which must be equal in all of them. */
function editionOf(texts: readonly string[]): number {
  const numbers = new Set(texts.map((text) => Number(/edition (\d+)/.exec(text)?.[1])));
  expect({ files: texts.length, editions: numbers.size }).toEqual({
    files: FILES + 1,
    editions: 1,
  });
  return [...numbers][0] ?? 0;
}

function editionHere({ skillsFolder }: AgentMachine): number {
  const folder = join(skillsFolder, "job");
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = paths.filter((entry) => entry.isFile());
  return editionOf(
    files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), "utf8")),
  );
}

/** Starts a command and interrupts it after a fraction of its usual duration. */
async function interrupt(
  machine: AgentMachine,
  args: readonly string[],
  { afterMs, by }: { readonly afterMs: number; readonly by?: () => Promise<void> },
): Promise<void> {
  const child = machine.startAgentCli(args, () => undefined);
  const ended = once(child, "exit");
  await wait(afterMs);
  if (by === undefined) child.kill("SIGKILL");
  else await by();
  await ended;
}

test("killed fetches and pushes leave complete skills and can be repeated", async () => {
  const folder = await temporaryFolder("loam-hq");
  const env = {
    LOAM_ADMIN_EMAIL: ADMIN,
    LOAM_ADMIN_PASSWORD: "correct horse battery staple",
    LOAM_PORT: String(await freePort()),
    LOAM_LOG_LEVEL: "error",
  };
  await hq(["init"], { folder, env });
  const scopes = ["--scopes", "skill:read,skill:write", "--json"];
  const { token } = JSON.parse(
    (await hq(["token", "create", "--user", ADMIN, ...scopes], { folder })).out,
  );
  let server = await hqServer({ folder, env });
  const login = { LOAM_HQ_URL: server.url, LOAM_WORKSPACE: "main", LOAM_TOKEN: String(token) };
  const [author, reader] = [await agentMachine(login), await agentMachine(login)];
  const versionsAtHq = async (): Promise<readonly number[]> => {
    const path = "/api/manage/workspaces/main/skills/job/versions";
    const headers = { authorization: `Bearer ${token}` };
    const { contents } = JSON.parse(await (await fetch(server.url + path, { headers })).text());
    return contents.map(({ version }: { readonly version: number }) => version);
  };
  for (const number of [1, 2]) {
    await author.writeSkill("job", edition(number));
    expect(await author.agentCli(["skill", "push", "job"])).toMatchObject({ code: 0 });
  }

  const began = performance.now();
  const whole = reader.startAgentCli(["skill", "fetch", "job"], () => undefined);
  await once(whole, "exit");
  const lasts = performance.now() - began;
  expect(editionHere(reader)).toBe(2);
  for (let moment = 1; moment <= MOMENTS; moment += 1) {
    const afterMs = (lasts * moment) / (MOMENTS + 1);
    await interrupt(reader, ["skill", "fetch", `job@${1 + (moment % 2)}`], { afterMs });
    expect([1, 2]).toContain(editionHere(reader));
  }
  for (const version of [1, 2]) {
    const fetched = await reader.agentCli(["skill", "fetch", `job@${version}`]);
    expect({ ...fetched, edition: editionHere(reader) }).toMatchObject({
      code: 0,
      edition: version,
    });
  }
  // Temporary files of killed commands are gone.
  expect(readdirSync(join(reader.home, "worker/tmp"))).toEqual([]);
  expect(readdirSync(join(reader.skillsFolder, ".loam"))).toEqual(["previous-job"]);

  const killHq = async (): Promise<void> => void (await server.stop("SIGKILL"));
  for (const [place, by] of [undefined, killHq].entries()) {
    const number = 3 + place;
    await author.writeSkill("job", edition(number));
    const afterMs = lasts / 2;
    await interrupt(author, ["skill", "push", "job"], { afterMs, ...(by && { by }) });
    if (by !== undefined) server = await hqServer({ folder, env });
    const again = await author.agentCli(["skill", "push", "job"]);
    expect({ ...again, number }).toMatchObject({ code: 0, err: "" });
    expect(await versionsAtHq()).toHaveLength(number);
    expect(await reader.agentCli(["skill", "fetch", "job"])).toMatchObject({ code: 0 });
    expect(editionHere(reader)).toBe(number);
  }
});
