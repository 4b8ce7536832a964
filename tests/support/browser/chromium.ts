import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { chromium, type Browser } from "playwright-core";

const ROOT = resolve(import.meta.dirname, "../../..");
const CACHE = join(ROOT, "node_modules/.cache/loam");

/** Incremented when the layout of the unpacked files changes. */
const LAYOUT = 2;

/** Flags that restrict the browser to the pages under test. */
const ARGUMENTS = [
  "--no-sandbox",
  "--no-zygote",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-dev-shm-usage",
  "--disable-gpu",
  "--font-render-hinting=none",
  // No page lives long enough for optimized code to pay off.
  "--js-flags=--no-opt",
];

/**
 * Starts the Chromium installed by `npm ci`, which includes its libraries and a font, so no system packages are needed.
 * The caller closes it.
 */
export async function launchChromium(): Promise<Browser> {
  const folder = unpackChromium();
  const browser = await chromium.launch({
    executablePath: join(folder, "chromium"),
    args: ARGUMENTS,
    env: {
      PATH: process.env["PATH"],
      HOME: folder,
      LD_LIBRARY_PATH: join(folder, "al2023/lib"),
      FONTCONFIG_FILE: join(folder, "fonts.conf"),
    },
  });
  // An upper limit for hanging tests, because machines can be busy.
  browser.on("context", (context) => context.setDefaultTimeout(120_000));
  return browser;
}

/** Unpacks once per version (60 MB, about a second); the rename makes it complete for other processes. */
function unpackChromium(): string {
  const folder = join(CACHE, `chromium-${packageVersion("@sparticuz/chromium")}-${LAYOUT}`);
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  const temporary = mkdtempSync(join(CACHE, "unpack-"));
  try {
    execFileSync(process.execPath, [join(import.meta.dirname, "unpack-chromium.ts")], {
      env: { PATH: process.env["PATH"], TMPDIR: temporary },
      stdio: ["ignore", "ignore", "inherit"],
    });
    writeFileSync(join(temporary, "fonts.conf"), fontsConfig(folder));
    renameSync(temporary, folder);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    // Another test process may have been faster.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** The packaged configuration refers to folders of another system. */
function fontsConfig(folder: string): string {
  return `<?xml version="1.0"?>
<fontconfig>
  <dir>${folder}/fonts/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;
}

function packageVersion(name: string): string {
  const text = readFileSync(join(ROOT, "node_modules", name, "package.json"), "utf8");
  const manifest: unknown = JSON.parse(text);
  if (typeof manifest !== "object" || manifest === null || !("version" in manifest)) {
    throw new Error(`${name} has no version`);
  }
  return String(manifest.version);
}
