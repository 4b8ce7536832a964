import { readData, hq } from "../../api/client.ts";
import { type StarterId, starterTypes, type StarterWord } from "./starters.ts";

/** Creates the types of a template in a site. A retry skips existing types. */
export async function createStarterTypes(
  site: string,
  id: StarterId,
  word: StarterWord,
): Promise<void> {
  const path = { site };
  const { types } = await readData(hq.GET("/sites/{site}/types", { params: { path } }));
  for (const body of starterTypes(id, word)) {
    const typePath = { ...path, api_id: body.apiId };
    if (!types.some(({ apiId }) => apiId === body.apiId)) {
      await readData(hq.POST("/sites/{site}/types", { params: { path }, body }));
    }
    await readData(
      hq.POST("/sites/{site}/types/{api_id}/schema/publish", { params: { path: typePath } }),
    );
  }
}
