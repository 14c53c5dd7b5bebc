import { z } from 'zod'

export const isWebUrl = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '')

/** A URL for people to click. Anything other than a web URL becomes null. */
export const webUrl = z
  .string()
  .max(4_096)
  .nullish()
  .transform((text) => (text && isWebUrl(text) ? text : null))
