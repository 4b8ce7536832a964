import { syncBuiltinESMExports } from "node:module";
import os from "node:os";

// HQ gives processes that work for it a lower priority. Next to other tests they would wait until they time out.
os.setPriority = () => undefined;
syncBuiltinESMExports();
