import { accountOf, BadControl, type Fields, fieldsOf, networkOf, numberOf } from '../control/control-input.ts'
import type { Network } from '../network.ts'
import type { Crowds } from './crowds.ts'
import { crowdLimits } from './plan-crowd.ts'

const known = ['network', 'account', 'post', 'people', 'minutes', 'seed', 'pace'] as const

/** Starts a crowd for a control call. */
export function startCrowd(crowds: Crowds, networks: readonly Network[], body: unknown) {
  const fields = fieldsOf(body, known)
  const network = networkOf(fields, networks)
  const account = fields.account === undefined ? firstAccount(network) : accountOf(fields, network)
  return crowds.start(network, {
    account,
    post: textOf(fields, 'post', 1_000) ?? null,
    people: numberOf(fields, 'people', { min: 1, max: crowdLimits.people, integersOnly: true }) ?? 20,
    minutes: numberOf(fields, 'minutes', { min: 1, max: crowdLimits.minutes, integersOnly: true }) ?? 10,
    pace: numberOf(fields, 'pace', { min: 0.1, max: crowdLimits.pace }) ?? 6,
    seed: textOf(fields, 'seed', 100) ?? 'crowd',
  })
}

/** Returns the account that a crowd comments on if none is named. */
export const firstAccount = ({ accounts }: Network): string => accounts?.first[0] ?? 'alice'

function textOf(fields: Fields, name: string, maxLength: number): string | undefined {
  const value = fields[name]
  if (value === undefined) return undefined
  if (typeof value === 'string' && value.length > 0 && value.length <= maxLength) return value
  throw new BadControl(`"${name}" must be a text of 1 to ${maxLength} characters.`, name)
}
