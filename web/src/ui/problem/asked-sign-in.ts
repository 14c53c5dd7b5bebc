import { makeStore, useStore } from '#web/lib/store.ts'

const isAsked = makeStore(false)

/** Shows or hides the sign-in on top of the page. Some actions need a recent sign-in. */
export const askForSignIn = (requested: boolean): void => isAsked.write(requested)

export const useAskedSignIn = (): boolean => useStore(isAsked)
