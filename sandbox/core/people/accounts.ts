/**
 * The people on every network: three for users and tests, and as many numbered ones as a bench requests. A numbered
 * account is created when it is first used.
 */
export const firstAccounts = ['alice', 'bob', 'carla'] as const

export const maxNumbered = 20_000

export function isAccountName(name: string): boolean {
  if (firstAccounts.some((one) => one === name)) return true
  const number = /^user-([1-9][0-9]{0,4})$/.exec(name)?.[1]
  return number !== undefined && Number(number) <= maxNumbered
}

/** Returns the name of the person who comments on an account's posts for `POST /control/act`. */
export const commenterOn = (name: string): string => (name === 'bob' ? 'carla' : 'bob')

export const displayNameOf = (name: string): string =>
  name.startsWith('user-') ? `User ${name.slice(5)}` : `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`

/** Returns a number that is stable across restarts, so that a connected account keeps its identity. */
export function numberOf(name: string): number {
  const at = (firstAccounts as readonly string[]).indexOf(name)
  return at >= 0 ? at + 1 : 1_000 + Number(name.slice('user-'.length))
}

/** Turns a number back into a name. The name may not exist: check it with `isAccountName`. */
export const nameNumbered = (number: number): string => firstAccounts[number - 1] ?? `user-${number - 1_000}`
