/** What files of the live site are, besides entries. */
interface ChangedFiles {
  readonly forms: readonly { readonly type: string; readonly version: number }[];
  /** How many media files. */
  readonly media: number;
  /** Settings and the like. */
  readonly others: number;
}

const FORM = /^types\/([^/]+)\/versions\/(\d+)\.json$/;

/** Sorts the paths of a comparison into what people know them as. */
export function changedFiles(files: readonly string[]): ChangedFiles {
  const forms = files.flatMap((path) => {
    const [, type, version] = FORM.exec(path) ?? [];
    return type === undefined ? [] : [{ type, version: Number(version) }];
  });
  const media = files.filter((path) => path.startsWith("media/")).length;
  return { forms, media, others: files.length - forms.length - media };
}
