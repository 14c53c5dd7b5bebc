import { makeStore, useStore } from '#web/lib/store.ts'

const isAsked = makeStore(false)

/** Asks for a new sign-in over the page, or ends that. Some things need one that is fresh. */
export const askForSignIn = (requested: boolean): void => isAsked.write(requested)

export const useAskedSignIn = (): boolean => useStore(isAsked)
