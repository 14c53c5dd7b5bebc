import { z } from 'zod'

export const isWebUrl = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '')

/** An address that people click on. Anything but a web address becomes null. */
export const webUrl = z
  .string()
  .max(4_096)
  .nullish()
  .transform((text) => (text && isWebUrl(text) ? text : null))
