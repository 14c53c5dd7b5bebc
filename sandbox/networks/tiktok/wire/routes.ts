import type { Route } from '../../../core/network.ts'

/** Registers a route with and without the trailing slash. Paths end with one, but callers may leave it out. */
export const bothWays = (route: Route): readonly Route[] => [route, { ...route, path: route.path.replace(/\/$/, '') }]
