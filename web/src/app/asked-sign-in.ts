import { makeStore, useStore } from '#web/lib/store.ts'

const isAsked = makeStore(false)

/** Asks for a new sign-in over the page, or ends that. Some things need one that is fresh. */
export const askForSignIn = (asked: boolean): void => isAsked.write(asked)

export const useAskedSignIn = (): boolean => useStore(isAsked)
