import { makeStore } from '#web/lib/store.ts'
import type { Call } from './call.ts'

/** The calls of the form that is open, which only it knows. It makes them when somebody asks. */
export const formCalls = makeStore<(() => readonly Call[]) | null>(null)

/** True while the calls of the page are shown. */
export const isCodeShown = makeStore(false)
