/**
 * Who lives on every network: three persons for people and tests, and as many numbered ones as a bench asks for. A
 * numbered account is made when it is first named, so that a bench need not announce it.
 */
export const firstAccounts = ['alice', 'bob', 'carla'] as const

export const maxNumbered = 20_000

export function isAccountName(name: string): boolean {
  if (firstAccounts.some((one) => one === name)) return true
  const number = /^user-([1-9][0-9]{0,4})$/.exec(name)?.[1]
  return number !== undefined && Number(number) <= maxNumbered
}

export const displayNameOf = (name: string): string =>
  name.startsWith('user-') ? `User ${name.slice(5)}` : `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`

/** The same after each start, so that what a person has connected stays what it is. */
export function numberOf(name: string): number {
  const at = (firstAccounts as readonly string[]).indexOf(name)
  return at >= 0 ? at + 1 : 1_000 + Number(name.slice('user-'.length))
}

/** Whether anybody has it tells `isAccountName`. */
export const nameNumbered = (number: number): string => firstAccounts[number - 1] ?? `user-${number - 1_000}`
