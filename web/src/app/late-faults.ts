import { makeImport } from '#web/lib/make-import.ts'
import { makeLatePart } from '#web/ui/late/late-part.tsx'

/** Fetches the pages for failures. The frame calls it early: later, the service may not respond. */
export const loadFaultPages = makeImport(() => import('./fault-pages.tsx'))

export const LateCrashPage = makeLatePart(async () => (await loadFaultPages()).CrashPage)
export const LateNotFoundPage = makeLatePart(async () => (await loadFaultPages()).NotFoundPage)
export const LatePageFault = makeLatePart(async () => (await loadFaultPages()).PageFault)
