import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { I18nProvider, RouterProvider as AriaRouter } from "react-aria-components";
import { IntlProvider } from "react-intl";
import { createBrowserRouter, Outlet, RouterProvider, useHref, useNavigate } from "react-router";
import { createQueries } from "./api/queries.ts";
import { SignInScreen } from "./identity/sign-in-screen.tsx";
import { MESSAGES } from "./messages/messages.ts";
import { FirstSite } from "./routes/first-site.tsx";
import { LostScreen } from "./routes/lost-screen.tsx";
import { SessionOnly } from "./routes/session-only.tsx";
import { useSettings } from "./shell/settings.ts";
import { SiteFrame } from "./shell/site-frame.tsx";

const router = createBrowserRouter([
  {
    element: <Links />,
    errorElement: <LostScreen />,
    children: [
      { path: "/sign-in", element: <SignInScreen /> },
      {
        element: <SessionOnly />,
        children: [
          { path: "/", element: <FirstSite /> },
          {
            path: "/sites/:site",
            element: <SiteFrame />,
            children: [
              { index: true, lazy: () => import("./routes/home-screen.tsx") },
              { path: "entries", lazy: () => import("./routes/entries-screen.tsx") },
              { path: "entries/:type", lazy: () => import("./routes/entries-screen.tsx") },
              { path: "entries/:type/:id", lazy: () => import("./routes/entry-screen.tsx") },
            ],
          },
        ],
      },
      { path: "*", element: <LostScreen /> },
    ],
  },
]);

/** The whole editor. */
export function App(): ReactNode {
  const { language } = useSettings();
  const queries = useMemo(createQueries, []);
  return (
    <IntlProvider locale={language} messages={MESSAGES[language]}>
      <I18nProvider locale={language === "ja" ? "ja-JP" : "en-US"}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </I18nProvider>
    </IntlProvider>
  );
}

/** Links of components go through the router. */
function Links(): ReactNode {
  const navigate = useNavigate();
  return (
    <AriaRouter navigate={(to) => void navigate(to)} useHref={useHref}>
      <Outlet />
    </AriaRouter>
  );
}
