import { useEffect } from 'react'
import { makeStore } from '#web/lib/store.ts'
import type { Call } from './call.ts'

/** Returns the calls of the open form. Computed on demand. */
export const formCalls = makeStore<(() => readonly Call[]) | null>(null)

/** True while the page's calls are shown. */
export const isCodeShown = makeStore(false)

/** Offers the calls of a form while it is open. `makeCalls` runs only when someone views them. */
export function useFormCalls(makeCalls: () => readonly Call[]): void {
  useEffect(() => formCalls.write(makeCalls))
  useEffect(() => () => formCalls.write(null), [])
}
