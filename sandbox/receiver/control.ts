import { BadControl, type Fields, fieldsOf, numberOf } from '../core/control/control-input.ts'
import type { ConfiguredResponse } from './configured-response.ts'
import { maxReceivers, type Receiver, type ReceiverState, type Receivers } from './receivers.ts'

export const isReceiverName = (name: string): boolean => /^[a-z0-9-]{1,40}$/.test(name)

type Row = (receivers: Receivers, name: string, body: unknown) => object

/** The calls that read and change a receiver: `/control/receivers/<name>`. */
export const receiverRows: Readonly<Record<string, Row>> = {
  GET: (receivers, name): Receiver => receivers.read(named(name)),
  POST: (receivers, name, body): { receiver: ReceiverState } => {
    const fields = fieldsOf(body, ['secret', 'answer'])
    const settings = { ...secretOf(fields), ...readResponse(fields) }
    if (!receivers.configure(named(name), settings)) throw new BadControl(tooMany, 'name')
    const { deliveries: _, ...receiver } = receivers.read(name)
    return { receiver }
  },
  DELETE: (receivers, name) => ({ removed: receivers.empty(named(name)) }),
}

export const tooMany = `There are ${maxReceivers} receivers. To make room, DELETE the deliveries of one without a secret and a response, or reset.`

function named(name: string): string {
  if (isReceiverName(name)) return name
  throw new BadControl('The name of a receiver has 1 to 40 of a-z, 0-9 and hyphens.', 'name')
}

function secretOf({ secret }: Fields): { secret?: string | null } {
  if (secret === undefined) return {}
  if (secret === null || (typeof secret === 'string' && /^[\x21-\x7e]{1,200}$/.test(secret))) return { secret }
  // A secret is never returned, not even an invalid one.
  throw new BadControl('"secret" must be the word that begins with whsec_, or null to forget it.', 'secret')
}

const answerFields = ['status', 'body', 'headers', 'delayMs', 'hang', 'times']

function readResponse({ answer }: Fields): { answer?: ConfiguredResponse | null } {
  if (answer === undefined || answer === null) return answer === undefined ? {} : { answer }
  const fields = fieldsOf(answer, answerFields)
  const status = numberOf(fields, 'status', { min: 200, max: 599, integersOnly: true }) ?? 200
  const delayMs = numberOf(fields, 'delayMs', { min: 0, max: 600_000, integersOnly: true })
  const times = numberOf(fields, 'times', { min: 1, max: 1_000_000, integersOnly: true })
  const { body, hang, headers } = fields
  if (body !== undefined && !(typeof body === 'string' && body.length <= 1_000_000))
    throw new BadControl('"body" must be a text of at most 1000000 characters.', 'body')
  if (hang !== undefined && typeof hang !== 'boolean') throw new BadControl('"hang" must be true or false.', 'hang')
  return {
    answer: {
      status,
      ...(body === undefined ? {} : { body }),
      ...(headers === undefined ? {} : { headers: headersOf(headers) }),
      ...(delayMs === undefined ? {} : { delayMs }),
      ...(hang === true ? { hang } : {}),
      ...(times === undefined ? {} : { times }),
    },
  }
}

/** Headers that frame the response. The receiver sets them itself, so they cannot be set. */
const ownHeaders = /^(?:connection|content-length|transfer-encoding|upgrade|trailer|date)$/

function headersOf(value: unknown): Record<string, string> {
  const entries = Object.entries(typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {})
  const isRight = ([name, text]: [string, unknown]) =>
    /^[\w-]{1,100}$/.test(name) &&
    !ownHeaders.test(name.toLowerCase()) &&
    typeof text === 'string' &&
    /^[\x20-\x7e]{0,4000}$/.test(text)
  if (entries.length === 0 || entries.length > 20 || !entries.every(isRight))
    throw new BadControl(
      '"headers" must be an object of 1 to 20 names and texts, without those that frame an answer.',
      'headers',
    )
  return Object.fromEntries(entries as [string, string][])
}
