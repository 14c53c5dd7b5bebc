import { makeStore } from '#web/lib/store.ts'

/** The dialog of the shortcuts that is open: the command palette or the list of keys. */
export const shortcutDialog = makeStore<'palette' | 'keys' | null>(null)
