import { makeImport } from '#web/lib/make-import.ts'
import { makeLatePart } from './late/late-part.tsx'

/** Fetches what dialogs are made of. Pages do without it until one opens. */
export const loadDialog = makeImport(() => import('./late/open-dialog.tsx'))

/** A dialog over the page. It holds the focus, and Escape closes it. */
export const Dialog = makeLatePart(async () => (await loadDialog()).OpenDialog)
