import { randomBytes } from 'node:crypto'
import type { Seal } from '#infra/seal/seal.ts'
import { secretPrefix } from './sign.ts'

export const secretSealContext = (id: string): string => `webhook_secret:${id}`
export const headersSealContext = (id: string): string => `webhook_endpoint:${id}`

export const sealSecret = (seal: Pick<Seal, 'seal'>, id: string, secret: string): Buffer =>
  seal.seal(secret, secretSealContext(id))

export const openSecret = (seal: Pick<Seal, 'open'>, id: string, sealed: Buffer): string =>
  seal.open(sealed, secretSealContext(id)).toString('utf8')

export type OwnHeaders = Readonly<Record<string, string>>

/** Seals the owner's headers, which often contain a token. Null if there are none. */
export const sealHeaders = (seal: Pick<Seal, 'seal'>, endpointId: string, headers: OwnHeaders): Buffer | null =>
  Object.keys(headers).length === 0 ? null : seal.seal(JSON.stringify(headers), headersSealContext(endpointId))

/** Opens the owner's headers. They were checked before they were sealed. */
export const openHeaders = (seal: Pick<Seal, 'open'>, endpointId: string, sealed: Buffer | null): OwnHeaders =>
  sealed === null ? {} : (JSON.parse(seal.open(sealed, headersSealContext(endpointId)).toString('utf8')) as OwnHeaders)

const freshBytes = 32
const bytesMin = 24
const bytesMax = 64
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

export const newSecret = (): string => `${secretPrefix}${randomBytes(freshBytes).toString('base64')}`

/** True for `whsec_` and the base64 of 24 to 64 bytes, which every Standard Webhooks library accepts. */
export function isSecret(text: string): boolean {
  if (!text.startsWith(secretPrefix)) return false
  const coded = text.slice(secretPrefix.length)
  const { length } = Buffer.from(coded, 'base64')
  return base64.test(coded) && length >= bytesMin && length <= bytesMax
}
