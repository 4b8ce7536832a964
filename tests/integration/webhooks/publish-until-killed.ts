/**
 * Run by `outbox-crash.test.ts` in a process of its own: an HQ whose posts are saved and published, and now
 * and then taken off or deleted, without end. It prints each act when it is acknowledged, until it is killed.
 */
import { writeSync } from "node:fs";
import { deleteEntry, publishEntries, unpublishEntries } from "@loam/cms-core/publish";
import { parseConfig, startHq } from "@loam/hq";

const [folder = "", siteId = ""] = process.argv.slice(2);
const actor = { name: "Ann", email: "ann@example.test" };
const config = parseConfig(
  {
    LOAM_DATA: folder,
    LOAM_PORT: "0",
    LOAM_LOG_LEVEL: "silent",
    LOAM_WEBHOOK_ALLOW: "127.0.0.0/8",
  },
  folder,
);
const { sites } = await startHq(config);
const { store } = await sites.content(siteId);

for (let count = 0; ; count += 1) {
  const slug = `${process.pid}-${count}`;
  const values = new Map([["title", slug]]);
  const { entry } = await store.saveEntry({ type: "posts", slug, values }, { actor });
  await publishEntries(store, { entries: [{ id: entry.id }], actor });
  // The follower is under way while the next one is made.
  const following = sites.follow(siteId);
  if (count % 3 === 1) await unpublishEntries(store, { ids: [entry.id], actor });
  if (count % 3 === 2) await deleteEntry(store, entry.id, { actor });
  await following;
  writeSync(1, `${slug}\n`);
}
