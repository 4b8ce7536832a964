import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";

export interface Look {
  readonly name: string;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly colorScheme: "light" | "dark";
}

const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

/** The four combinations of theme and width. */
export const LOOKS: readonly Look[] = [
  { name: "desktop, light", viewport: DESKTOP, colorScheme: "light" },
  { name: "desktop, dark", viewport: DESKTOP, colorScheme: "dark" },
  { name: "phone, light", viewport: PHONE, colorScheme: "light" },
  { name: "phone, dark", viewport: PHONE, colorScheme: "dark" },
];

export interface Visit {
  readonly page: Page;
  /** Console errors, exceptions, and failed requests. */
  readonly problems: readonly string[];
  /** All origins that the page requested. */
  readonly origins: ReadonlySet<string>;
}

/** Opens a URL like a visitor and scrolls through it, so that lazy images load. The caller closes the page. */
export async function visitPage(browser: Browser, url: string, look: Look): Promise<Visit> {
  const { viewport, colorScheme } = look;
  const page = await browser.newPage({ viewport, colorScheme, reducedMotion: "reduce" });
  const problems: string[] = [];
  const origins = new Set<string>();
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`exception: ${error.message}`));
  page.on("requestfailed", (request) => problems.push(`failed: ${request.url()}`));
  page.on("request", (request) => {
    if (request.url().startsWith("http")) origins.add(new URL(request.url()).origin);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) problems.push(`${response.status()}: ${response.url()}`);
  });
  await page.goto(url, { waitUntil: "load" });
  await page.evaluate(`(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
      scrollTo(0, y);
      await new Promise((next) => requestAnimationFrame(() => setTimeout(next, 20)));
    }
    scrollTo(0, 0);
  })()`);
  await page.waitForLoadState("networkidle");
  await keepPicture(page, `${new URL(url).pathname} ${look.name}`);
  return { page, problems, origins };
}

export interface ShownImage {
  /** The file chosen by the browser. */
  readonly shown: string;
  readonly loaded: boolean;
  readonly hasAlt: boolean;
  /** Whether space is reserved before it loads, so that nothing shifts. */
  readonly hasRoom: boolean;
  /** Number of widths the browser could choose from. */
  readonly candidates: number;
  /** In CSS pixels. */
  readonly width: number;
}

/** Returns the visible images of a page. */
export async function shownImages(page: Page): Promise<readonly ShownImage[]> {
  return page.locator("img:visible").evaluateAll((images) =>
    images.map((image) => {
      const { currentSrc, complete, naturalWidth } = Object(image);
      const sources = [image, ...(image.closest("picture")?.querySelectorAll("source") ?? [])];
      return {
        shown: String(currentSrc),
        loaded: complete === true && Number(naturalWidth) > 0,
        hasAlt: image.hasAttribute("alt"),
        hasRoom:
          (image.hasAttribute("width") && image.hasAttribute("height")) ||
          image.ownerDocument.defaultView?.getComputedStyle(image).position === "absolute",
        candidates: sources.flatMap((source) => (source.getAttribute("srcset") ?? "").split(", "))
          .length,
        width: image.getBoundingClientRect().width,
      };
    }),
  );
}

/** Returns by how many pixels a page is wider than the screen; 0 is right. */
export async function overflow(page: Page): Promise<number> {
  return Number(
    await page.evaluate(
      "document.documentElement.scrollWidth - document.documentElement.clientWidth",
    ),
  );
}

/** Saves a screenshot of the whole page in the folder `LOAM_PICTURES`, for review. */
async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env["LOAM_PICTURES"];
  if (folder === undefined || folder === "") return;
  await mkdir(folder, { recursive: true });
  const file = `${name.replaceAll(/[^a-z0-9]+/gi, "-").replace(/^-/, "")}.png`;
  await page.screenshot({ path: join(folder, file), fullPage: true });
}
