/**
 * Child process of `outbox-crash.test.ts`: an HQ whose posts are saved and published, and sometimes unpublished or
 * deleted, endlessly. Prints each acknowledged act until it is killed.
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
  // Follow one publish while the next one is created.
  const following = sites.follow(siteId);
  if (count % 3 === 1) await unpublishEntries(store, { ids: [entry.id], actor });
  if (count % 3 === 2) await deleteEntry(store, entry.id, { actor });
  await following;
  writeSync(1, `${slug}\n`);
}
