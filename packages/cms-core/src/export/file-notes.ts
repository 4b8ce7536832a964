import { createHash, hash } from "node:crypto";
import { ByteLog } from "./byte-log.ts";
import { type ExportedFile, manifestLine } from "./manifest.ts";
import type { ZipFile } from "./write-zip.ts";

/** Takes note of every file on its way into a ZIP: what the manifest has to say of it. */
export class FileNotes {
  /** As the manifest has them, so that a file is not an object in memory. */
  readonly lines: ByteLog = new ByteLog();
  #last: Pick<ZipFile, "content"> & { sha256?: string } = { content: [] };

  /**
   * The file as it is; what is noted is known when it was read to its end.
   *
   * @param check is told then, and may throw
   */
  take(file: ZipFile, check: (note: ExportedFile) => void = () => undefined): ZipFile {
    const { name: path, content } = file;
    const tell = (note: ExportedFile): void => {
      check(note);
      this.lines.add(manifestLine(note, { isFirst: this.lines.byteSize === 0 }));
    };
    if (!(content instanceof Uint8Array)) return { ...file, content: hashing(path, content, tell) };
    // A file under a second name follows the first one.
    const known = this.#last.content === content ? this.#last.sha256 : undefined;
    const sha256 = known ?? hash("sha256", content);
    this.#last = { content, sha256 };
    tell({ path, byteSize: content.length, sha256 });
    return file;
  }
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
