import { makeImport } from '#web/lib/make-import.ts'
import { makeLatePart } from './late/late-part.tsx'
import type { ToastContent } from './late/toasts.tsx'

/** Fetches the code of the message container, which the first page does not need. */
const load = makeImport(() => import('./late/toasts.tsx'))

/** Confirms an action, and offers to undo it. A newer message replaces it. */
export function tell(toast: ToastContent): void {
  void load()
    .then(({ show }) => show(toast))
    .catch(() => {})
}

/** Shows why an action failed. */
export const tellFailure = (title: string, error: Error): void => tell({ title, error })

/** The container of the messages, above the bottom bar of a phone. */
export const Toasts = makeLatePart(async () => (await load()).Toasts)
