import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readInboxSearch } from '#web/app/inbox-search.ts'
import { readCalendarSearch } from '#web/pages/calendar/calendar-search.ts'
import { readQueueSearch } from '#web/pages/queue/queue-search.ts'
import { readRecurringSearch } from '#web/pages/recurring/recurring-search.ts'
import { readRehearsalSearch } from '#web/pages/rehearsal/spans.ts'
import { profile } from './profile.ts'
import { readAhead, readFirstOnce } from './read-ahead.ts'

const home = createRoute({
  getParentRoute: () => profile,
  path: '/',
  loader: ({ params: { profileId } }) =>
    readAhead(import('#web/pages/home/home-page.tsx').then((page) => page.readAhead(profileId))),
  component: lazyRouteComponent(() => import('#web/pages/home/home-page.tsx'), 'HomePage'),
})

const calendar = createRoute({
  getParentRoute: () => profile,
  path: 'calendar',
  validateSearch: readCalendarSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ params: { profileId }, deps }) =>
    readFirstOnce(import('#web/pages/calendar/calendar-page.tsx').then((page) => page.readAhead(profileId, deps))),
  component: lazyRouteComponent(() => import('#web/pages/calendar/calendar-page.tsx'), 'CalendarPage'),
})

const rehearsal = createRoute({
  getParentRoute: () => profile,
  path: 'rehearsal',
  validateSearch: readRehearsalSearch,
  component: lazyRouteComponent(() => import('#web/pages/rehearsal/rehearsal-page.tsx'), 'RehearsalPage'),
})

const queue = createRoute({
  getParentRoute: () => profile,
  path: 'queue',
  validateSearch: readQueueSearch,
  loaderDeps: ({ search: { plan: _, saved: __, ...search } }) => search,
  loader: ({ params: { profileId }, deps: { from, ...filter } }) =>
    readFirstOnce(import('#web/pages/queue/queue-page.tsx').then((page) => page.readAhead(profileId, filter, from))),
  component: lazyRouteComponent(() => import('#web/pages/queue/queue-page.tsx'), 'QueuePage'),
})

const recurring = createRoute({
  getParentRoute: () => profile,
  path: 'recurring',
  validateSearch: readRecurringSearch,
  component: lazyRouteComponent(() => import('#web/pages/recurring/recurring-page.tsx'), 'RecurringPage'),
})

const inbox = createRoute({
  getParentRoute: () => profile,
  path: 'inbox',
  validateSearch: readInboxSearch,
  loaderDeps: ({ search: { open: _, ...filter } }) => filter,
  loader: ({ params: { profileId }, deps }) =>
    readFirstOnce(import('#web/pages/inbox/inbox-page.tsx').then((page) => page.readAhead(profileId, deps))),
  component: lazyRouteComponent(async () => {
    const page = await import('#web/pages/inbox/inbox-page.tsx')
    await page.openTexts()
    return page
  }, 'InboxPage'),
})

const inboxRules = createRoute({
  getParentRoute: () => profile,
  path: 'inbox/rules',
  component: lazyRouteComponent(async () => {
    const page = await import('#web/pages/inbox/rules/rules-page.tsx')
    await page.openTexts()
    return page
  }, 'RulesPage'),
})

const inboxNumbers = createRoute({
  getParentRoute: () => profile,
  path: 'inbox/numbers',
  component: lazyRouteComponent(async () => {
    const page = await import('#web/pages/inbox/numbers/numbers-page.tsx')
    await page.openTexts()
    return page
  }, 'NumbersPage'),
})

/** The pages that show what there is to do: which posts are scheduled, and who waits for a reply. */
export const planningRoutes = [home, calendar, rehearsal, queue, recurring, inbox, inboxRules, inboxNumbers] as const
