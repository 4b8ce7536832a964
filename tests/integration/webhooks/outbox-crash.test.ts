import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { siteGitDir } from "@loam/hq";
import { expect, onTestFinished, test } from "vitest";
import { ADMIN, startPeople } from "../../support/hq/hq-people.ts";
import { makeHqSite } from "../../support/hq/hq-site.ts";
import { runHq } from "../../support/hq/running-hq.ts";
import { startReceiver, type WebhookReceiver } from "../../support/hq/webhook-receiver.ts";
import { runAndKill } from "../../support/kill-child.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { rounds } from "../../support/test-rounds.ts";

const PROGRAM = fileURLToPath(new URL("publish-until-killed.ts", import.meta.url));
const ROUNDS = rounds(2);

interface Hooked {
  readonly data: string;
  readonly siteId: string;
  readonly receiver: WebhookReceiver;
}

/** Creates a data folder with a site and a webhook created over HTTP. */
async function makeHookedSite(): Promise<Hooked> {
  const folder = await temporaryFolder();
  const { siteId } = await makeHqSite(folder);
  const data = join(folder, "data");
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const env = { LOAM_DATA: data, LOAM_WEBHOOK_ALLOW: "127.0.0.0/8" };
  const people = await startPeople({ env });
  const browser = await people.signedIn(ADMIN);
  const path = `/api/manage/sites/${siteId}/webhooks`;
  const { status } = await browser.ask("POST", path, { body: { url: receiver.url } });
  expect(status).toBe(201);
  await people.hq.close();
  return { data, siteId, receiver };
}

/** Returns the acts on posts whose commit starts with a verb. */
function named(lines: readonly string[], verb: string, event: string): string[] {
  return lines.flatMap((line) => {
    const slug = new RegExp(`^${verb} posts/(\\d+-\\d+)$`).exec(line)?.[1];
    return slug === undefined ? [] : [`${event} ${slug}`];
  });
}

/** Returns what happened according to the commits of both branches, read only with Git. */
function actsOf(gitDir: string): string[] {
  const log = (branch: string, ...args: readonly string[]): string[] =>
    execFileSync("git", ["--git-dir", gitDir, "log", "--format=%s", ...args, branch], {
      encoding: "utf8",
    })
      .trim()
      .split("\n");
  const published = log("published");
  return [
    ...named(published, "Publish", "entry.published"),
    ...named(published, "Unpublish", "entry.unpublished"),
    ...named(log("main"), "Delete", "entry.deleted"),
  ].toSorted();
}

test("WHK-09: after kill -9 there is exactly one event per publish", async () => {
  const { data, siteId, receiver } = await makeHookedSite();
  const acknowledged: string[] = [];
  // On a busy machine a round may end before its first publish.
  for (let round = 0; round < ROUNDS || acknowledged.length <= ROUNDS; round += 1) {
    const afterMs = 20 + Math.random() * 400;
    const killed = await runAndKill(PROGRAM, { args: [data, siteId], afterMs });
    acknowledged.push(...killed.acknowledged);
  }

  const env = { LOAM_DATA: data, LOAM_WEBHOOK_ALLOW: "127.0.0.0/8" };
  const { hq } = await runHq({ env });
  const events = await hq.database.selectFrom("webhook_events").selectAll().execute();
  const acts = actsOf(siteGitDir(hq, siteId));
  expect(events.map(({ event, entry_slug }) => `${event} ${entry_slug}`).toSorted()).toEqual(acts);
  for (const slug of acknowledged) expect(acts).toContain(`entry.published ${slug}`);

  for (;;) {
    const open = await hq.database
      .selectFrom("webhook_deliveries")
      .select("id")
      .where("status", "=", "pending")
      .execute();
    if (open.length === 0) break;
    await wait(50);
  }
  // Some arrived twice: sent, but not marked as sent when the process died. Their ids are equal.
  const arrived = new Set(receiver.received.map(({ headers }) => headers["x-cms-delivery"]));
  expect(arrived).toEqual(new Set(events.map(({ id }) => id)));
});
