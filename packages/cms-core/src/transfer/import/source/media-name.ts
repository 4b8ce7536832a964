import { isMediaExtension } from "../../../media/kinds/media-kinds.ts";

/** Matches names that end like a file name. */
export const MEDIA_NAME: RegExp = /\.(\w{2,5})(?:[?#].*)?$/;

/** Returns whether media storage accepts files with this name. The content is checked when it is stored. */
export function isStorable(path: string): boolean {
  const extension = MEDIA_NAME.exec(path)?.[1];
  return extension !== undefined && isMediaExtension(extension.toLowerCase());
}
