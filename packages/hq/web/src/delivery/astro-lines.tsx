import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { Site } from "../api/sites.ts";
import { Note } from "../ui/notes/note.tsx";
import { CodeBlock } from "../ui/values/code-block.tsx";
import { astroCommands, starterUrl } from "./astro-commands.ts";

/** Terminal commands for an Astro project that shows the site, ready to copy. */
export function AstroLines({ site }: { readonly site: Site }): ReactNode {
  const { formatMessage } = useIntl();
  const commands = astroCommands(site);
  return (
    <>
      {!site.publishing && (
        <Note tone="ochre">
          <FormattedMessage id="astro.notYet" />
        </Note>
      )}
      <CodeBlock label={formatMessage({ id: "astro.commands" })} copied={commands}>
        {commands}
      </CodeBlock>
      <p>
        <FormattedMessage
          id="astro.needs"
          values={{
            download: (words) => (
              <a key="download" href={starterUrl(site)} download>
                {words}
              </a>
            ),
          }}
        />
      </p>
    </>
  );
}
