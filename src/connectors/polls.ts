import { z } from 'zod'
import type { Finding, Outgoing } from './connector.ts'

/**
 * Parts of the `poll` setting, which has the same shape on every network with polls: `options` and `durationMinutes`. A
 * network's own options are added next to them.
 */

export const pollOptions = (most: number, maxLength: number) =>
  z.array(z.string().trim().min(1).max(maxLength)).min(2).max(most)

export const dayMinutes = 1_440

/** The allowed poll durations, in minutes. If the author does not choose one, a poll runs for a day. */
export const pollMinutes = <Time extends z.ZodType<number>>(time: Time) =>
  time.optional().meta({ description: 'How long the poll runs, in minutes. Defaults to 1440 (one day).' })

/** Finds a poll in a post with files, for networks that allow only one of them. */
export const pollBesideFiles = ({ parts }: Outgoing, network: string): readonly Finding[] =>
  parts[0]?.media.length
    ? [
        {
          code: 'settings_invalid',
          message: `${network} doesn’t allow a poll and media in the same post.`,
          at: { setting: 'poll' },
          fix: 'Remove the poll or the media.',
        },
      ]
    : []
