import { z } from 'zod'

/** The time is called `at`, because people say "at nine". The API judges it. */
export const timeFields = {
  at: z
    .string()
    .min(1)
    .describe('When: 2026-12-01T09:00:00Z, or 2026-12-01T09:00 in the time zone of the profile, or of `timezone`.'),
  timezone: z.string().exactOptional().describe('The time zone of a time without an offset, such as Europe/Berlin.'),
}
