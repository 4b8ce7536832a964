// Draws the images and the PDF of the demo site, and writes them with their media records to content/media. Run: node
// scripts/make-demo-images.ts
import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import sharp from "sharp";
import { DRAWINGS, type Drawing } from "./demo-images/drawings.ts";
import { entryCard } from "./demo-images/entry-card.ts";

const MEDIA = resolve(import.meta.dirname, "../content/media");
const CREATED = "2026-08-03T08:00:00.000Z";

const MIME_TYPES = { jpg: "image/jpeg", png: "image/png", webp: "image/webp" } as const;

interface MediaFile {
  readonly id: string;
  readonly filename: string;
  readonly mimeType: string;
  readonly alt: string;
  readonly bytes: Uint8Array;
  /** In pixels; images only. */
  readonly size?: { readonly width: number; readonly height: number };
}

async function encode({ draw, format, square }: Drawing): Promise<Buffer> {
  const drawn = sharp(Buffer.from(draw()));
  const middle = { left: 400, top: 100, width: 800, height: 800 };
  const image = square === true ? drawn.extract(middle) : drawn;
  switch (format) {
    case "jpg":
      return await image.jpeg({ quality: 70, mozjpeg: true }).toBuffer();
    case "png":
      return await image.png({ palette: true, colours: 48, effort: 10, dither: 0.4 }).toBuffer();
    case "webp":
      return await image.webp({ quality: 68, effort: 6 }).toBuffer();
  }
}

async function picture(drawing: Drawing): Promise<MediaFile> {
  const bytes = await encode(drawing);
  return {
    id: drawing.id,
    filename: `${drawing.name}.${drawing.format}`,
    mimeType: MIME_TYPES[drawing.format],
    alt: drawing.alt,
    bytes,
    size: await sharp(bytes).metadata(),
  };
}

function card(): MediaFile {
  return {
    id: "m7iogisg7lojmym2juuc",
    filename: "entry-file-card.pdf",
    mimeType: "application/pdf",
    alt: "The format of an entry file on one page",
    bytes: entryCard(),
  };
}

function record({ id, filename, mimeType, alt, bytes, size }: MediaFile): string {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const lines = [
    `id: ${id}`,
    `sha256: ${sha256}`,
    `filename: ${filename}`,
    `mimeType: ${mimeType}`,
    `byteSize: ${bytes.byteLength}`,
    ...(size === undefined ? [] : [`width: ${size.width}`, `height: ${size.height}`]),
    `alt: ${alt.includes(": ") ? JSON.stringify(alt) : alt}`,
    `createdAt: ${CREATED}`,
  ];
  return `${lines.join("\n")}\n`;
}

async function main(): Promise<void> {
  await mkdir(resolve(MEDIA, "files"), { recursive: true });
  const pictures = await Promise.all(DRAWINGS.map(picture));
  for (const file of [...pictures, card()]) {
    const ending = file.filename.slice(file.filename.lastIndexOf("."));
    await writeFile(resolve(MEDIA, "files", `${file.id}${ending}`), file.bytes);
    const folder = resolve(MEDIA, file.id.slice(-2));
    await mkdir(folder, { recursive: true });
    await writeFile(resolve(folder, `${file.id}.yml`), record(file));
    console.log(`${file.filename}  ${Math.ceil(file.bytes.byteLength / 1024)} KB`);
  }
}

await main();
