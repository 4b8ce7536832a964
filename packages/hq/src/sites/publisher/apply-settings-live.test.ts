import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { startManagedHq } from "../../server/manage-api.fixture.ts";

const indexFile = z.object({
  site: z.object({ name: z.string() }),
  contentTypes: z.array(z.object({ apiId: z.string() })),
});

test("writes the site's name and all types to the index, even before any entry is live", async () => {
  const hq = await startManagedHq({ LOAM_BILLING: "none" });
  const created = await hq.ask("admin", "POST", "/workspaces/main/sites", {
    body: { name: "Blog" },
  });
  const { id } = z.object({ id: z.string() }).parse(created.body);
  const ask = async (method: string, path: string, body?: object) =>
    hq.ask("admin", method, `/sites/${id}${path}`, { body });
  const addType = async (apiId: string) => {
    const fields = [{ label: "Title", apiId: "title", type: "text" }];
    await ask("POST", "/types", { apiId, kind: "list", label: apiId, fields });
    await ask("POST", `/types/${apiId}/schema/publish`);
  };
  const folder = join(hq.services.hq.config.dataFolder, "public", id, "api");
  const seen = () => {
    const file = readFileSync(join(folder, "index.json"), "utf8");
    const { site, contentTypes } = indexFile.parse(JSON.parse(file));
    return [site.name, ...contentTypes.map(({ apiId }) => apiId)];
  };

  await addType("posts");
  expect(existsSync(join(folder, "index.json"))).toBe(false);
  await ask("PUT", "/publishing", { enabled: true });
  expect(seen()).toEqual(["Blog", "posts"]);
  expect(readFileSync(join(folder, "posts.json"), "utf8")).toBe(
    '{"contents":[],"totalCount":0,"offset":0,"limit":0}',
  );
  await addType("notes");
  expect(seen()).toEqual(["Blog", "notes", "posts"]);
  await ask("DELETE", "/types/posts");
  expect(seen()).toEqual(["Blog", "notes"]);
  await ask("PATCH", "", { name: "Diary" });
  expect(seen()).toEqual(["Diary", "notes"]);
});
