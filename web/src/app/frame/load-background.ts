import { makeImport } from '#web/lib/make-import.ts'

const load = makeImport(() => import('./background.tsx'))

/** Fetches the part of the frame that the first paint does not wait for. */
export const loadBackground = async () => (await load()).Background
