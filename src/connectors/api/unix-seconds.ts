import { z } from 'zod'

/** A time in whole seconds. Anything else, including milliseconds, is ignored. */
export const unixSeconds = z
  .int()
  .positive()
  .max(9_999_999_999)
  .transform((seconds) => new Date(seconds * 1_000))
  .nullish()
  .catch(null)
