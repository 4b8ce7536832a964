/** Changed files of the live site, other than entries. */
interface ChangedFiles {
  readonly forms: readonly { readonly type: string; readonly version: number }[];
  /** Number of media files. */
  readonly media: number;
  /** Settings and other files. */
  readonly others: number;
}

const FORM = /^types\/([^/]+)\/versions\/(\d+)\.json$/;

/** Groups the paths of a comparison by kind. */
export function changedFiles(files: readonly string[]): ChangedFiles {
  const forms = files.flatMap((path) => {
    const [, type, version] = FORM.exec(path) ?? [];
    return type === undefined ? [] : [{ type, version: Number(version) }];
  });
  const media = files.filter((path) => path.startsWith("media/")).length;
  return { forms, media, others: files.length - forms.length - media };
}
