import type { Route } from '../../core/network.ts'

/** Addresses end with a slash; that some leave it out is overlooked. */
export const bothWays = (route: Route): readonly Route[] => [route, { ...route, path: route.path.replace(/\/$/, '') }]
