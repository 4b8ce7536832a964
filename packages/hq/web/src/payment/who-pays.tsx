import type { ReactNode } from "react";
import { FormattedList, FormattedMessage } from "react-intl";
import { useWorkspaceAdmins } from "../api/publishing/public-site.ts";
import type { Workspace } from "../api/workspaces.ts";
import { Note } from "../ui/notes/note.tsx";

/** Explains that publishing requires a payment method that someone else must add. */
export function PaymentAdminsNote({ workspace }: { readonly workspace: Workspace }): ReactNode {
  const { data: admins = [] } = useWorkspaceAdmins(workspace.id);
  return (
    <Note tone="ochre">
      <FormattedMessage
        id="publishing.paymentByOthers"
        values={{
          workspace: workspace.name,
          names: <FormattedList type="disjunction" value={admins.map(({ name }) => name)} />,
        }}
      />
    </Note>
  );
}
