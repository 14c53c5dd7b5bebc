import type { Network } from '../network.ts'
import { isAccountName, maxNumbered } from '../people/accounts.ts'
import { type FaultKind, type FaultRule, faultKinds } from './faults.ts'

/** An invalid request to the control API. The message says what is valid. */
export class BadControl extends Error {
  readonly field: string | null
  constructor(message: string, field: string | null = null) {
    super(message)
    this.field = field
  }
}

export type Fields = Readonly<Record<string, unknown>>

export function fieldsOf(value: unknown, known: readonly string[]): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new BadControl('The body must be a JSON object.')
  for (const name of Object.keys(value)) {
    if (!known.includes(name))
      throw new BadControl(`"${name}" is not a known field. Fields: ${known.join(', ')}.`, name)
  }
  return value as Fields
}

export function faultOf(value: unknown, networks: readonly Network[]): FaultRule {
  const known = ['network', 'account', 'call', 'kind', 'times', 'probability', 'delayMs', 'retryAfterMs']
  const fields = fieldsOf(value, known)
  const network = networkOf(fields, networks)
  const { kind, account, call } = fields
  if (!isKind(kind)) throw new BadControl(`"kind" must be one of ${Object.keys(faultKinds).join(', ')}.`, 'kind')
  const calls = new Set(callNamesOf(network))
  if (call !== undefined && !(typeof call === 'string' && calls.has(call)))
    throw new BadControl(`"call" must be one of ${[...calls].join(', ')}.`, 'call')
  const times = numberOf(fields, 'times', { min: 1, max: 1_000_000, integersOnly: true })
  const probability = numberOf(fields, 'probability', { min: 0, max: 1 })
  const delayMs = numberOf(fields, 'delayMs', { min: 0, max: 86_400_000 })
  const retryAfterMs = numberOf(fields, 'retryAfterMs', { min: 0, max: 86_400_000 })
  return {
    network: network.id,
    kind,
    ...(account === undefined ? {} : { account: accountOf(fields, network) }),
    ...(typeof call === 'string' ? { call } : {}),
    ...(times === undefined ? {} : { times }),
    ...(probability === undefined ? {} : { probability }),
    ...(delayMs === undefined ? {} : { delayMs }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  }
}

const isKind = (value: unknown): value is FaultKind => typeof value === 'string' && Object.hasOwn(faultKinds, value)

export function networkOf(fields: Fields, networks: readonly Network[]): Network {
  const network = networks.find(({ id }) => id === fields.network)
  if (network) return network
  throw new BadControl(`"network" must be one of ${networks.map(({ id }) => id).join(', ')}.`, 'network')
}

export const callNamesOf = (network: Network): readonly string[] =>
  network.routes.flatMap((route) => route.calls?.names ?? route.call)

export function accountOf(fields: Fields, network: Network): string {
  const { account } = fields
  if (typeof account === 'string' && (isAccountName(account) || network.accounts?.has(account))) return account
  const hint = network.accounts?.hint ?? `alice, bob, carla or user-1 to user-${maxNumbered}`
  throw new BadControl(`"account" must be ${hint}.`, 'account')
}

export function numberOf(
  fields: Fields,
  name: string,
  { min, max, integersOnly = false }: { min: number; max: number; integersOnly?: boolean },
): number | undefined {
  const value = fields[name]
  if (value === undefined) return undefined
  if (typeof value === 'number' && value >= min && value <= max && (!integersOnly || Number.isInteger(value)))
    return value
  throw new BadControl(`"${name}" must be a${integersOnly ? ' whole' : ''} number from ${min} to ${max}.`, name)
}

export function needed(
  fields: Fields,
  name: string,
  range: { min: number; max: number; integersOnly?: boolean },
): number {
  const value = numberOf(fields, name, range)
  if (value === undefined)
    throw new BadControl(`"${name}" is required: a number from ${range.min} to ${range.max}.`, name)
  return value
}
