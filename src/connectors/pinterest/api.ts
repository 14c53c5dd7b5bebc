import { z } from 'zod'

/** Pinterest's wire format: requests and the parts of responses that are read. */

/** A numeric ID, as text: a number would lose its last digits. */
export const id = z.string().regex(/^\d{1,30}$/)

export const headersFor = (token: string): Readonly<Record<string, string>> => ({
  accept: 'application/json',
  authorization: `Bearer ${token}`,
})
