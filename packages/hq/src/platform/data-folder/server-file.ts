import { randomUUID } from "node:crypto";
import { readFileSync, renameSync, rmSync } from "node:fs";
import { CmsError, parseJson } from "@loam/cms-core";
import { writeNewFile } from "@loam/cms-core/program";
import { z } from "zod";

/** How commands reach the server that holds a data folder. */
export interface ServerFile {
  readonly url: string;
  readonly token: string;
}

const serverFile: z.ZodType<ServerFile> = z.object({
  url: z.url({ protocol: /^http$/ }),
  token: z.string().min(1),
});

/**
 * Writes the file, which only the owner of the data folder can read: with its token, commands run in the server. Must
 * be called by the process that holds the data folder.
 *
 * @throws CmsError `data_dir_unusable`
 */
export function writeServerFile(path: string, content: ServerFile): void {
  const unfinished = `${path}.${randomUUID()}`;
  try {
    writeNewFile(unfinished, `${JSON.stringify(content)}\n`, 0o600);
    renameSync(unfinished, path);
  } catch (cause) {
    rmSync(unfinished, { force: true });
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CmsError("data_dir_unusable", `Cannot write ${path}: ${reason}`, { cause });
  }
}

/** Removes the file of a server that stops or was killed. Must be called by the process that holds the data folder. */
export function removeServerFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It is a folder, which is not read either.
  }
}

/**
 * Returns undefined if there is no server.
 *
 * @throws CmsError `data_dir_unusable` for another user, or if the file was written by an incompatible version
 */
export function readServerFile(path: string): ServerFile | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    if (code !== "EACCES" && code !== "EPERM") return undefined;
    const message = `Only the user who owns ${path} can send commands to this server. Run hq as that user.`;
    throw new CmsError("data_dir_unusable", message, { cause });
  }
  const parsed = serverFile.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const message = `${path} is damaged, or was written by a server of another version. Restart the server.`;
  throw new CmsError("data_dir_unusable", message);
}
