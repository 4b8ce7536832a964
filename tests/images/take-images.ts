import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Browser, Frame, Page } from "playwright-core";
import sharp from "sharp";
import { launchChromium } from "../support/browser/chromium.ts";
import { signInToEditor } from "../support/browser/editor-page.ts";
import { buildDocumentation } from "../support/demo/documentation-build.ts";
import { type ImageDemo, startImageDemo, TAKEN_AT } from "./demo-for-images.ts";

// Takes the images for the README and the documentation from the demo (`npm run images`).

const FOLDER = resolve(import.meta.dirname, "../../docs/images");
const QUALITY = 82;

interface Image {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly scale?: number;
  readonly theme: "light" | "dark";
  /** Opens the page and prepares it for the image. */
  readonly open: (page: Page, demo: ImageDemo) => Promise<void>;
}

const EDITOR = { width: 1280, height: 860 };

const IMAGES: readonly Image[] = [
  {
    name: "home-light",
    width: 1280,
    height: 900,
    theme: "light",
    open: async (page, { siteUrl }) => void (await page.goto(`${siteUrl}/`)),
  },
  {
    ...EDITOR,
    name: "editor-home-dark",
    theme: "dark",
    open: async (page, demo) => {
      await openScreen(page, demo, "");
      await page.getByRole("heading", { name: "Recent activity" }).waitFor();
    },
  },
  {
    ...EDITOR,
    name: "editor-list-light",
    theme: "light",
    open: async (page, demo) => {
      await openScreen(page, demo, "/entries");
      for (const name of ["Publishing", "A publish is a commit", "A year of layers"]) {
        const row = page.getByRole("row").filter({ hasText: name }).first();
        await row.getByRole("checkbox").check({ force: true });
      }
    },
  },
  {
    ...EDITOR,
    name: "editor-entry-light",
    theme: "light",
    open: (page, demo) => openEntry(page, demo),
  },
  {
    ...EDITOR,
    name: "editor-preview-dark",
    theme: "dark",
    open: async (page, demo) => {
      await openEntry(page, demo);
      await page.getByRole("button", { name: "Preview" }).click();
      const isSite = (frame: Frame): boolean => frame.url().startsWith(demo.siteUrl);
      const site =
        page.frames().find(isSite) ?? (await page.waitForEvent("framenavigated", isSite));
      await site.getByRole("heading", { level: 1 }).waitFor();
    },
  },
  {
    ...EDITOR,
    name: "editor-media-light",
    theme: "light",
    open: async (page, demo) => {
      await openScreen(page, demo, "/media");
      await page.getByRole("row", { name: "burrows.jpg" }).click();
      await page.getByRole("complementary", { name: "burrows.jpg" }).waitFor();
    },
  },
  {
    name: "editor-list-phone",
    width: 390,
    height: 780,
    scale: 2,
    theme: "light",
    open: (page, demo) => openScreen(page, demo, "/entries"),
  },
  {
    name: "docs-dark",
    width: 1280,
    height: 900,
    theme: "dark",
    open: async (page, { hqUrl }) => {
      await page.goto(`${hqUrl}/docs/tutorials/first-site/`);
      await page.getByRole("heading", { level: 1 }).waitFor();
    },
  },
];

buildDocumentation();
const demo = await startImageDemo();
const browser = await launchChromium();
try {
  await mkdir(FOLDER, { recursive: true });
  for (const image of IMAGES) {
    console.log(image.name);
    await takeImage(browser, image);
  }
} finally {
  await browser.close();
  await demo.stop();
}

async function takeImage(
  from: Browser,
  { name, width, height, scale = 1, theme, open }: Image,
): Promise<void> {
  const context = await from.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme: theme,
    reducedMotion: "reduce",
    locale: "en-US",
    timezoneId: "UTC",
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(TAKEN_AT);
  await open(page, demo);
  await page.evaluate("document.fonts.ready");
  await page.mouse.move(0, 0);
  const taken = await sharp(await steadyPicture(page))
    .webp({ quality: QUALITY, effort: 6 })
    .toBuffer();
  const file = join(FOLDER, `${name}.webp`);
  if (!(await looksLike(taken, file))) await writeFile(file, taken);
  await context.close();
}

/** The largest difference per color channel (0–255) that browsers produce when they render the same edge again. */
const SHADE = 32;

/** Returns whether the image looks the same as the file, so that the file can stay unchanged. */
async function looksLike(image: Buffer, file: string): Promise<boolean> {
  const before = await readFile(file).catch(() => undefined);
  if (before === undefined) return false;
  const [one, other] = await Promise.all([pixelsOf(image), pixelsOf(before)]);
  return (
    one.length === other.length &&
    one.every((value, at) => Math.abs(value - (other[at] ?? 0)) <= SHADE)
  );
}

function pixelsOf(image: Buffer): Promise<Buffer> {
  return sharp(image).removeAlpha().raw().toBuffer();
}

/** Returns a screenshot once the page hasn't changed for three seconds, because the dashboard loads in parts. */
async function steadyPicture(page: Page): Promise<Buffer> {
  let last: Buffer | undefined;
  let same = 0;
  for (let round = 0; round < 60; round += 1) {
    const picture = await page.screenshot({ animations: "disabled", caret: "hide" });
    same = last?.equals(picture) === true ? same + 1 : 0;
    if (same === 3) return picture;
    last = picture;
    await page.waitForTimeout(1000);
  }
  throw new Error(`${page.url()} does not come to rest.`);
}

async function openScreen(page: Page, { hqUrl, session, siteId }: ImageDemo, path: string) {
  await signInToEditor(page, { hqUrl, session }, `/sites/${siteId}${path}`);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
}

async function openEntry(page: Page, place: ImageDemo): Promise<void> {
  await openScreen(page, place, "/entries/posts/the-order-of-things");
  await page.getByLabel("Title").first().waitFor();
}
