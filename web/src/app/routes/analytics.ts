import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readAnalyticsSearch } from '#web/pages/analytics/analytics-search.ts'
import { profile } from './profile.ts'

const overview = createRoute({
  getParentRoute: () => profile,
  path: 'analytics',
  validateSearch: readAnalyticsSearch,
  component: lazyRouteComponent(() => import('#web/pages/analytics/overview/overview-page.tsx'), 'OverviewPage'),
})

const numbersOfPosts = createRoute({
  getParentRoute: () => profile,
  path: 'analytics/posts',
  validateSearch: readAnalyticsSearch,
  component: lazyRouteComponent(() => import('#web/pages/analytics/numbers-of-posts-page.tsx'), 'NumbersOfPostsPage'),
})

const postCourse = createRoute({
  getParentRoute: () => profile,
  path: 'analytics/posts/$postId',
  validateSearch: readAnalyticsSearch,
  component: lazyRouteComponent(() => import('#web/pages/analytics/post-course-page.tsx'), 'PostCoursePage'),
})

const numbersOfAccounts = createRoute({
  getParentRoute: () => profile,
  path: 'analytics/accounts',
  validateSearch: readAnalyticsSearch,
  component: lazyRouteComponent(() => import('#web/pages/analytics/accounts-numbers-page.tsx'), 'AccountsNumbersPage'),
})

const bestTimes = createRoute({
  getParentRoute: () => profile,
  path: 'analytics/best-times',
  validateSearch: readAnalyticsSearch,
  component: lazyRouteComponent(() => import('#web/pages/analytics/best-times/best-times-page.tsx'), 'BestTimesPage'),
})

const outliers = createRoute({
  getParentRoute: () => profile,
  path: 'analytics/outliers',
  component: lazyRouteComponent(() => import('#web/pages/analytics/outliers-page.tsx'), 'OutliersPage'),
})

const labels = createRoute({
  getParentRoute: () => profile,
  path: 'analytics/labels',
  validateSearch: readAnalyticsSearch,
  component: lazyRouteComponent(() => import('#web/pages/analytics/labels-page.tsx'), 'LabelsPage'),
})

const compare = createRoute({
  getParentRoute: () => profile,
  path: 'analytics/compare',
  validateSearch: readAnalyticsSearch,
  component: lazyRouteComponent(() => import('#web/pages/analytics/compare/compare-page.tsx'), 'ComparePage'),
})

/** The pages with the metrics of a profile. */
export const analyticsRoutes = [
  overview,
  numbersOfPosts,
  postCourse,
  numbersOfAccounts,
  bestTimes,
  outliers,
  labels,
  compare,
] as const
