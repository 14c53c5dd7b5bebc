import { useEffect } from 'react'
import { makeStore } from '#web/lib/store.ts'
import type { Call } from './call.ts'

/** The calls of the form that is open, which only it knows. It makes them when somebody asks. */
export const formCalls = makeStore<(() => readonly Call[]) | null>(null)

/** True while the calls of the page are shown. */
export const isCodeShown = makeStore(false)

/** Offers the calls of a form for as long as it is open. They are made when somebody wants to see them. */
export function useFormCalls(makeCalls: () => readonly Call[]): void {
  useEffect(() => formCalls.write(makeCalls))
  useEffect(() => () => formCalls.write(null), [])
}
