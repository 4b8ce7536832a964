import { isMediaExtension } from "../../../media/kinds/media-kinds.ts";

/** A name that ends like that of a file. */
export const MEDIA_NAME: RegExp = /\.(\w{2,5})(?:[?#].*)?$/;

/** Whether media storage takes files of that name; what is inside is looked at when it is stored. */
export function isStorable(path: string): boolean {
  const extension = MEDIA_NAME.exec(path)?.[1];
  return extension !== undefined && isMediaExtension(extension.toLowerCase());
}
