import { makeImport } from '#web/lib/make-import.ts'
import { makeLatePart } from './late/late-part.tsx'

/** Fetches the code of dialogs, which pages do not need until one opens. */
export const loadDialog = makeImport(() => import('./late/open-dialog.tsx'))

/** A dialog over the page. It traps the focus, and Escape closes it. */
export const Dialog = makeLatePart(async () => (await loadDialog()).OpenDialog)
