import { makeImport } from '#web/lib/make-import.ts'
import { makeStore, useStore } from '#web/lib/store.ts'
import { makeLatePart } from './late/late-part.tsx'
import type { ToastContent } from './late/toasts.tsx'

/** Fetches the code of the message container, which the first page does not need. */
const load = makeImport(() => import('./late/toasts.tsx'))

/** Confirms an action, and offers to undo it. A newer message replaces it. */
export function tell(toast: ToastContent): void {
  openToasts()
  void load()
    .then(({ show }) => show(toast))
    .catch(() => {})
}

/** Shows why an action failed. */
export const tellFailure = (title: string, error: Error): void => tell({ title, error })

const LateToasts = makeLatePart(async () => (await load()).Toasts)
const isOpen = makeStore(false)

/** Adds the container, once the first page has settled: screen readers announce messages only in one that is there. */
export const openToasts = (): void => isOpen.write(true)

/** The container of the messages, above the bottom bar of a phone. */
export const Toasts = () => useStore(isOpen) && <LateToasts />
