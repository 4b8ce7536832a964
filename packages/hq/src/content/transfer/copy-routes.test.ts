import { expect, onTestFinished, test } from "vitest";
import { startSiteApi } from "../../server/site-api.fixture.ts";
import { makePost, makeTypes } from "../entries/entries.fixture.ts";
import { uploadPicture } from "../media/media.fixture.ts";

test("describes an export in advance, only to users who can create it", async () => {
  const hq = await startSiteApi();
  onTestFinished(() => hq.close());
  await makeTypes(hq);
  await makePost(hq, { title: "Rain" });
  await makePost(hq, { title: "Sun" });
  await uploadPicture(hq);
  const { body } = await hq.ask("GET", "/export/plan");
  expect(body).toEqual({
    filename: expect.stringMatching(/\.zip$/),
    files: expect.any(Number),
    entries: 2,
    media: {
      bundled: 1,
      bundledBytes: expect.any(Number),
      linked: 0,
      linkedBytes: 0,
      missing: 0,
      limitBytes: 209_715_200,
    },
  });
  for (const as of ["editor", "writer", "viewer"] as const) {
    expect((await hq.ask("GET", "/export/plan", { as })).status).toBe(403);
  }
});
