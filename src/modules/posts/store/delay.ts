import { sql } from 'kysely'
import { delayMaxSeconds } from '#rules/delay.ts'

/** SQL over a target `t`: how long after its post it is published. */
const delay = sql`coalesce((t.overrides ->> 'delaySeconds')::int, 0) * interval '1 second'`

/** SQL over a post `po` and its target `t`: the time of the target, if the post has one. */
export const targetTime = sql<Date | null>`(po.scheduled_at + ${delay})`

/** SQL: the longest delay that a target can have. All targets of a post that began earlier have had their time. */
export const longestDelay = sql`(${sql.lit(delayMaxSeconds)} * interval '1 second')`

/** SQL over a post: true if it has a time from this one on, its own or that of a target that follows it. */
export const hasTimeFrom = (from: Date) => sql`(post.scheduled_at >= ${from}::timestamptz - ${longestDelay}
  and (post.scheduled_at >= ${from} or exists (
    select from post_target t where t.post_id = post.id and t.overrides ? 'delaySeconds'
      and post.scheduled_at + ${delay} >= ${from})))`
