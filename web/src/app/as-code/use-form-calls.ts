import { useEffect } from 'react'
import type { Call } from './call.ts'
import { formCalls } from './stores.ts'

/** Offers the calls of a form for as long as it is open. They are made when somebody wants to see them. */
export function useFormCalls(makeCalls: () => readonly Call[]): void {
  useEffect(() => formCalls.write(makeCalls))
  useEffect(() => () => formCalls.write(null), [])
}
