import type { Route } from '../../../core/network.ts'

/** Registers a route with and without the trailing slash. Documented paths end with one, but callers may omit it. */
export const bothWays = (route: Route): readonly Route[] => [route, { ...route, path: route.path.replace(/\/$/, '') }]
