import { z } from 'zod'
import { requireAddress } from '#connectors/api/json-api.ts'
import type { Http } from '#connectors/connector.ts'

/** X's wire format: requests, and the parts of answers that are read here. */

/** A numeric id, as text: a number would lose its last digits. */
export const id = z.string().regex(/^\d{1,20}$/)

export const pathOf = (remoteId: string): string => encodeURIComponent(remoteId)

/** Returns the address at which people see a post. */
export const urlOf = ({ addresses }: Pick<Http, 'addresses'>, handle: string, remoteId: string): string =>
  `${requireAddress(addresses, 'auth')}/${encodeURIComponent(handle)}/status/${remoteId}`
