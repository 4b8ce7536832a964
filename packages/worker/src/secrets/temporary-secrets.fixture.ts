import { temporaryFolder } from "../../../../tests/support/temporary-folder.ts";
import { temporaryState } from "../state/temporary-state.fixture.ts";
import { openSecrets, type Secrets } from "./secrets.ts";

/** Opens the secrets of a new worker, removed when the test ends. */
export async function temporarySecrets(): Promise<Secrets> {
  const home = await temporaryFolder("worker-secrets");
  return openSecrets({ home, allowReservedSecrets: [] }, await temporaryState());
}
