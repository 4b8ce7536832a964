import type { MediaPlan } from "./plan-media.ts";
import type { SiteSnapshot } from "./read-snapshot.ts";

/** A line about records whose binary the media storage has lost; nothing where it has all. */
function lost(count: number): string {
  if (count === 0) return "";
  return `Lost: ${count} files that the media storage no longer has, under \`media.missing\` in \`manifest.json\`.\n`;
}

/** The `README.md` of an export, for people who have never heard of Loam. */
export function exportReadme(
  { site, commits, when }: SiteSnapshot,
  { media, limitBytes }: { readonly media: MediaPlan; readonly limitBytes: number },
): Buffer {
  const { main, published = "nothing was ever published" } = commits;
  return Buffer.from(`# ${site.name.replaceAll(/[\p{C}<>[\]\\\x60]/gu, " ")}

An export of the site \`${site.id}\` from Loam, as it stood on ${when.toISOString()}
(\`main\` ${main}, \`published\` ${published}).

| path | what it is |
| --- | --- |
| \`content/<type>.jsonl\` | every entry, drafts too: one JSON object a line with its id, slug, state and fields |
| \`schema/<type>/<n>.schema.json\` | the content types as JSON Schema 2020-12, one file a published version; \`working.schema.json\` is the one being edited |
| \`media/<media id>.<ext>\` | the media files; names, alternative texts and sizes are in \`site/media/<xx>/<media id>.yml\`, where xx is the last two characters of the id |
| \`published/api/…\` | exactly the JSON that the site serves |
| \`site/…\` | the files of the site's repository: entries as Markdown and YAML, types, media records |
| \`repository.bundle\` | the repository itself with its whole history: \`git clone repository.bundle\` |
| \`manifest.json\` | every file with its size and SHA-256, and everything that is not in this ZIP |

An entry's \`state\` is \`draft\` (never published), \`published\`, \`changed\` (live in an older version), \`unpublished\`
(was live) or \`broken\` (its file cannot be read; the file is in \`site/\` as it is). A reference is the id of an entry, a media
value the id of a media record.

## Media

Media files are in this ZIP up to ${limitBytes} bytes in all: first those that are not public, then the others, each that still fits.
In it: ${media.bundled.length} files, ${media.bundledBytes} bytes.
Not in it: ${media.linked.length} files, listed under \`media.notBundled\` in \`manifest.json\`, with their addresses where they are
public. An address answers as long as something that is published shows the file. Resized copies are not in it; they are made anew.
${lost(media.missing.length)}
## Bring it back

    hq import <this file>

makes the same site again, with its ids, its history and what was live. Accounts, keys and webhooks are not part of an export.
`);
}
