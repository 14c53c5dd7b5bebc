import type { Route } from '../network.ts'

type Traits = Omit<Route, 'method' | 'path' | 'call' | 'handle'>

/** Builds a route, so that a network's routes read as a table. */
export const route = (
  method: Route['method'],
  path: string,
  call: string,
  traits: Traits,
  handle: Route['handle'],
): Route => ({ method, path, call, ...traits, handle })

/** The traits of most routes. */
export const noToken = {} as const
export const withToken = { token: 'access' } as const
export const writing = { token: 'access', writes: true } as const
