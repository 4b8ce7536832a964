/**
 * Child process of `commit-crash.test.ts`: eight editors commit endlessly and print each acknowledged commit until the
 * process is killed.
 */
import { writeSync } from "node:fs";
import { openRepository } from "@loam/cms-core/git";

const MAIN = "refs/heads/main";
const [gitDir = "", round = ""] = process.argv.slice(2);
const repository = await openRepository(gitDir);
writeSync(1, "ready\n");

async function edit(editor: number): Promise<void> {
  for (let save = 0; ; save += 1) {
    const { commit } = await repository.commit(MAIN, {
      files: new Map([[`content/${editor % 3}/${editor}.md`, Buffer.from(`${round} ${save}\n`)]]),
      author: { name: `Editor ${editor}`, email: "editor@example.test" },
      message: `Save ${save}`,
    });
    // Synchronous, so that an acknowledgement is written before anything else happens.
    writeSync(1, `${commit}\n`);
  }
}

await Promise.all(Array.from({ length: 8 }, async (_, editor) => edit(editor)));
