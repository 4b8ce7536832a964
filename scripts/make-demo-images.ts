// Draws the pictures of the demo site and writes them, with their media records, to content/media.
// Run: node scripts/make-demo-images.ts
import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import sharp from "sharp";
import { DRAWINGS, type Drawing } from "./demo-images/drawings.ts";

const MEDIA = resolve(import.meta.dirname, "../content/media");
const CREATED = "2026-08-03T08:00:00.000Z";

const MIME_TYPES = { jpg: "image/jpeg", png: "image/png", webp: "image/webp" } as const;

async function encode({ draw, format, square }: Drawing): Promise<Buffer> {
  const drawn = sharp(Buffer.from(draw()));
  const image =
    square === true ? drawn.extract({ left: 400, top: 100, width: 800, height: 800 }) : drawn;
  switch (format) {
    case "jpg":
      return await image.jpeg({ quality: 70, mozjpeg: true }).toBuffer();
    case "png":
      return await image.png({ palette: true, colours: 48, effort: 10, dither: 0.4 }).toBuffer();
    case "webp":
      return await image.webp({ quality: 68, effort: 6 }).toBuffer();
  }
}

function record(
  drawing: Drawing,
  bytes: Uint8Array,
  size: { width: number; height: number },
): string {
  return `id: ${drawing.id}
filename: ${drawing.name}.${drawing.format}
mimeType: ${MIME_TYPES[drawing.format]}
byteSize: ${bytes.byteLength}
sha256: ${createHash("sha256").update(bytes).digest("hex")}
width: ${size.width}
height: ${size.height}
alt: ${JSON.stringify(drawing.alt)}
createdAt: ${CREATED}
`;
}

async function main(): Promise<void> {
  await mkdir(resolve(MEDIA, "files"), { recursive: true });
  for (const drawing of DRAWINGS) {
    const bytes = await encode(drawing);
    const size = await sharp(bytes).metadata();
    await writeFile(resolve(MEDIA, "files", `${drawing.id}.${drawing.format}`), bytes);
    await writeFile(resolve(MEDIA, `${drawing.id}.yml`), record(drawing, bytes, size));
    console.log(`${drawing.name}.${drawing.format}  ${Math.round(bytes.byteLength / 1024)} KB`);
  }
}

await main();
