import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, Suspense, use, useMemo } from "react";
import { I18nProvider } from "react-aria-components";
import { IntlProvider } from "react-intl";
import { createBrowserRouter, RouterProvider } from "react-router";
import { basePath } from "./api/base-path.ts";
import { createQueries } from "./api/queries.ts";
import { loadMessages, textsOf } from "./messages/messages.ts";
import { ROUTES } from "./routes/routes.tsx";
import { useSettings } from "./shell/preferences/settings.ts";

const router = createBrowserRouter(ROUTES, { basename: basePath() || "/" });

/** The dashboard's root component. */
export function App(): ReactNode {
  return (
    <Suspense>
      <InLanguage />
    </Suspense>
  );
}

function InLanguage(): ReactNode {
  const { language } = useSettings();
  const common = use(loadMessages(language, "common"));
  const messages = useMemo(() => textsOf(common), [common]);
  const queries = useMemo(createQueries, []);
  return (
    <IntlProvider locale={language} messages={messages}>
      <I18nProvider locale={language === "ja" ? "ja-JP" : "en-US"}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </I18nProvider>
    </IntlProvider>
  );
}
