import { makeStore, useStore } from '#web/lib/store.ts'

const isRequested = makeStore(false)

/** Shows or hides the sign-in on top of the page. Some actions need a recent sign-in. */
export const askForSignIn = (requested: boolean): void => isRequested.write(requested)

export const useSignInRequested = (): boolean => useStore(isRequested)
