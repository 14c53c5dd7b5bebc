import { makeImport } from '#web/lib/make-import.ts'
import { makeLatePart } from './late/late-part.tsx'
import type { Told } from './late/toasts.tsx'

/** Fetches the place of the messages, which the first page does without. */
const load = makeImport(() => import('./late/toasts.tsx'))

/** Says what was done, and offers the way back. A newer message replaces it. */
export function tell(toast: Told): void {
  void load()
    .then(({ show }) => show(toast))
    .catch(() => {})
}

/** Says why something was not done. */
export const tellFailure = (title: string, error: Error): void => tell({ title, error })

/** The place of the messages, above the bottom bar of a phone. */
export const Toasts = makeLatePart(async () => (await load()).Toasts)
