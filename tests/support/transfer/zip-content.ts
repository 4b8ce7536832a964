import { buffer } from "node:stream/consumers";
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from "yauzl";

/** Returns the files of a ZIP in order, read by a parser that is strict about names and sizes. */
export async function zipContent(zip: string | Buffer): Promise<Map<string, Buffer>> {
  const options = { strictFileNames: true, validateEntrySizes: true, autoClose: false };
  const opened =
    typeof zip === "string"
      ? await openPromise(zip, options)
      : await fromBufferPromise(zip, options);
  try {
    const files = new Map<string, Buffer>();
    for await (const entry of opened.eachEntry()) {
      if (files.has(entry.fileName)) throw new Error(`${entry.fileName} is there twice`);
      files.set(entry.fileName, await read(opened, entry));
    }
    return files;
  } finally {
    opened.close();
  }
}

async function read(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const header = await zip.readLocalFileHeaderPromise(entry, {});
  if (!header.fileName.equals(entry.fileNameRaw)) {
    throw new Error(`${entry.fileName} has two names`);
  }
  return buffer(await zip.openReadStreamPromise(entry));
}
