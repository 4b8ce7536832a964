import { TarArchive } from "archiver";

/** A file of a tar archive. Names come from checked ids and slugs alone. */
export interface TarFile {
  readonly name: string;
  readonly content: string | Uint8Array;
}

/** A compressed tar archive of a few files that are in memory anyway. */
export async function writeTar(
  files: readonly TarFile[],
  { when }: { readonly when: Date },
): Promise<Buffer> {
  const archive = new TarArchive({ gzip: true });
  for (const { name, content } of files) {
    archive.append(Buffer.from(content), { name, date: when, mode: 0o644 });
  }
  const written = Array.fromAsync(archive, (chunk: Uint8Array) => chunk);
  await archive.finalize();
  return Buffer.concat(await written);
}
