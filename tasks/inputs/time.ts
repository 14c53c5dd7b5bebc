import { z } from 'zod'

/** The time is called `at`, because people say "at nine". The API validates it. */
export const timeFields = {
  at: z
    .string()
    .min(1)
    .describe(
      'When to publish: 2026-12-01T09:00:00Z, or 2026-12-01T09:00 in `timezone` (default: the profile’s time zone).',
    ),
  timezone: z
    .string()
    .exactOptional()
    .describe('The time zone of a time without an offset, for example Europe/Berlin.'),
}
