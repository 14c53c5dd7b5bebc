import { z } from 'zod'

/** The name is `at`, because people say "at nine". The API judges the time. */
export const timeFields = {
  at: z
    .string()
    .exactOptional()
    .describe('When: 2026-12-01T09:00:00Z, or 2026-12-01T09:00 in the time zone of the profile.'),
  timezone: z.string().exactOptional().describe('The time zone of a time without an offset, such as Europe/Berlin.'),
}
