import type { QueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { matchPath, Navigate, type RouteObject, useLocation, useParams, useRoutes } from 'react-router';
import { configQuery } from '../lib/config.tsx';
import { lazyPart } from '../lib/loading/lazy-part.tsx';
import { currentUserQuery } from '../lib/session.tsx';
import { withTexts } from '../lib/texts.ts';
import { PageOutline, PageSkeleton } from '../ui/feedback/PageSkeleton.tsx';
import { DropAnywhere } from './drop/DropAnywhere.tsx';
import { AppShell } from './layout/AppShell.tsx';
import { ErrorBoundary } from './layout/ErrorBoundary.tsx';
import { NotFoundPage } from './layout/NotFoundPage.tsx';
import { SetupGate } from './layout/SetupGate.tsx';
import { type FrameName, layouts, type PageName, type PageRow, pages } from './pages.ts';
import { adminConfigPath, paths, sharePath } from './paths.ts';

const rows = Object.entries(pages).map(([name, page]) => ({
  path: paths[name as PageName],
  page,
  ...drawn(page, name),
}));

const drawnLayouts = { account: drawn(layouts.account, 'account'), admin: drawn(layouts.admin, 'admin') };

/** Fetches the code of the page at an address and its first data; resolves when both are there. */
export async function preparePage(pathname: string, queryClient: QueryClient): Promise<void> {
  void queryClient.prefetchQuery(configQuery);
  const restored = queryClient.prefetchQuery(currentUserQuery);
  const row = rows.find(({ path }) => matchPath(path, pathname) !== null);
  if (!row) return;
  const { page, path } = row;
  const { id } = matchPath(path, pathname)?.params ?? {};
  const layout = page.frame === 'account' || page.frame === 'admin' ? [drawnLayouts[page.frame]] : [];
  if (page.layout) void PageOutline.load().catch(() => undefined);
  // If a chunk fails to load, the page shows the error later.
  const code = Promise.allSettled([row, ...layout].map(({ Content }) => Content.load()));
  // Whose share it is must be known first: an owner is no visitor.
  await restored;
  if (id !== undefined) await page.prepare?.(queryClient, id);
  await code;
}

export function AppRoutes() {
  return (
    <>
      {useRoutes(routes)}
      <DropAnywhere />
    </>
  );
}

const within = (element: ReactNode, children: RouteObject[]): RouteObject => ({ element, children });

const routes: RouteObject[] = [
  { path: paths.adminConfigStart, element: <Navigate to={adminConfigPath('general')} replace /> },
  ...routesIn('none'),
  within(<AppShell />, [
    ...routesIn('beforeSetup'),
    { path: paths.shareShort, element: <ShortLink /> },
    within(<SetupGate />, [
      ...routesIn(undefined),
      within(drawnLayouts.account.element, routesIn('account')),
      within(drawnLayouts.admin.element, routesIn('admin')),
      { path: '*', element: <NotFoundPage /> },
    ]),
  ]),
];

function routesIn(frame: FrameName | undefined): RouteObject[] {
  return rows.filter(({ page }) => page.frame === frame).map(({ path, element }) => ({ path, element }));
}

function drawn({ guard: Guard, layout, load, texts = [] }: PageRow, name: string) {
  const Content = lazyPart(() => withTexts(texts, load));
  const page = (
    // What failed on one page says nothing of the next.
    <ErrorBoundary key={name}>
      <Suspense fallback={<PageSkeleton layout={layout} />}>
        <Content />
      </Suspense>
    </ErrorBoundary>
  );
  return { Content, element: Guard ? <Guard>{page}</Guard> : page };
}

function ShortLink() {
  const { id = '' } = useParams();
  const { search } = useLocation();
  return <Navigate to={{ pathname: sharePath(id), search }} replace />;
}
