import { z } from 'zod'
import { requireAddress } from '#connectors/api/json-api.ts'
import type { Http } from '#connectors/connector.ts'

/** X's wire format: requests and the parts of responses that are read. */

/** A numeric ID, as text: a number would lose its last digits. */
export const id = z.string().regex(/^\d{1,20}$/)

export const pathOf = (remoteId: string): string => encodeURIComponent(remoteId)

/** Returns the public URL of a post. */
export const urlOf = ({ addresses }: Pick<Http, 'addresses'>, handle: string, remoteId: string): string =>
  `${requireAddress(addresses, 'auth')}/${encodeURIComponent(handle)}/status/${remoteId}`
