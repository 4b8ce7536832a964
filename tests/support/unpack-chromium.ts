// Run as a program of its own: the package decides at import, by these variables, what it unpacks, and
// always unpacks into the temporary folder. TMPDIR is set by the caller.
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

process.env["AWS_LAMBDA_JS_RUNTIME"] = "nodejs22.x";
const { default: chromium } = await import("@sparticuz/chromium");
await chromium.executablePath();
// The packaged configuration names folders of another system; the font is found relative to this file.
writeFileSync(
  join(tmpdir(), "fonts.conf"),
  `<?xml version="1.0"?>
<fontconfig>
  <dir prefix="relative">fonts/fonts</dir>
  <cachedir prefix="relative">fonts-cache</cachedir>
</fontconfig>
`,
);
