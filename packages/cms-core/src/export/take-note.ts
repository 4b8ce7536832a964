import { createHash, hash } from "node:crypto";
import type { ExportedFile } from "./manifest.ts";
import type { ZipFile } from "./write-zip.ts";

/** The file as it is; its size and hash are told when it was read to its end. */
export function takeNote(file: ZipFile, tell: (note: ExportedFile) => void): ZipFile {
  const { name: path, content } = file;
  if (!(content instanceof Uint8Array)) return { ...file, content: hashing(path, content, tell) };
  tell({ path, byteSize: content.length, sha256: hash("sha256", content) });
  return file;
}

async function* hashing(
  path: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  tell: (note: ExportedFile) => void,
): AsyncGenerator<Uint8Array> {
  const sha256 = createHash("sha256");
  let byteSize = 0;
  for await (const chunk of content) {
    sha256.update(chunk);
    byteSize += chunk.length;
    yield chunk;
  }
  tell({ path, byteSize, sha256: sha256.digest("hex") });
}
