import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { useUsers } from "../api/workspace/instance.ts";
import { AuditLog } from "../audit/audit-log.tsx";
import { useTitle } from "../shell/use-title.ts";
import { ScreenHead } from "../ui/screen-head.tsx";

/** `/instance/audit`: the audit log of the whole instance. */
export function AuditScreen(): ReactNode {
  const { formatMessage } = useIntl();
  const { data: users = [] } = useUsers();
  const title = formatMessage({ id: "nav.audit" });
  useTitle(title);
  return (
    <>
      <ScreenHead title={title} />
      <AuditLog
        of={{ kind: "instance" }}
        text="audit.instanceText"
        people={users.map(({ id, name }) => ({ userId: id, name }))}
      />
    </>
  );
}
