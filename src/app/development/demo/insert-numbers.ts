import type { Tx } from '#infra/db/client.ts'
import { days } from '#kernel/clock.ts'
import type { AccountForPublishing } from '#modules/accounts/index.ts'
import { type AccountHistory, insertHistory, noNumbers } from '#modules/analytics/index.ts'
import { audiences, followersBefore } from './audiences.ts'
import { growNumbers, type Look, mapNumbers } from './grow-numbers.ts'
import type { OutTarget } from './insert-posts.ts'
import type { Random } from './random.ts'

interface Year {
  readonly random: Random
  readonly accounts: readonly AccountForPublishing[]
  readonly out: readonly OutTarget[]
  readonly start: Date
  readonly now: Date
}

/** Stores the metrics of posts and accounts as if they had been read from the networks. */
export async function insertNumbers(tx: Tx, { random, accounts, out, start, now }: Year): Promise<void> {
  const looked = out.map((one) => ({ ...one, looks: growNumbers(random, one.post, one.account.network, now) }))
  await insertHistory(
    tx,
    accounts.map((account): AccountHistory => {
      const own = looked.filter((one) => one.account === account)
      return {
        accountId: account.id,
        network: account.network,
        told: audiences[account.network].tells,
        targets: own.map(({ targetId, publicationId, remoteId, post, looks }) => ({
          targetId,
          publicationId,
          remoteId,
          publishedAt: post.publishedAt,
          looks,
        })),
        days: followDays(random, account, own, { start, now }),
      }
    }),
  )
}

interface Looked extends Pick<OutTarget, 'post'> {
  readonly looks: readonly Look[]
}

/** Returns an account's state on each day: its followers, and the totals of its posts' metrics at that time. */
function followDays(
  random: Random,
  { network }: AccountForPublishing,
  targets: readonly Looked[],
  { start, now }: { readonly start: Date; readonly now: Date },
): AccountHistory['days'][number][] {
  const steps = targets
    .flatMap(({ looks }) => looks.map((look, nth) => ({ at: look.at, gain: minus(look, looks[nth - 1] ?? noNumbers) })))
    .sort((one, other) => one.at.getTime() - other.at.getTime())
  const all: AccountHistory['days'][number][] = []
  let [sums, nth] = [noNumbers, 0]
  let wobble = 0
  for (let at = start.getTime() + days(0.25); at < now.getTime(); at += days(1)) {
    for (let step = steps[nth]; step && step.at.getTime() <= at; nth += 1, step = steps[nth]) {
      const { gain } = step
      sums = mapNumbers(sums, (value, name) => value + gain[name])
    }
    const left = (now.getTime() - at) / days(1)
    wobble = left < 2 ? 0 : wobble * 0.8 + random.between(-0.004, 0.004)
    const followers = Math.round(followersBefore(audiences[network], left) * (1 + wobble))
    const posts = targets.filter(({ post }) => post.publishedAt.getTime() <= at).length
    all.push({ at: new Date(at), followers, following: 210, totalPosts: posts, ...sums })
  }
  return all
}

const minus = (one: Look, other: typeof noNumbers) => mapNumbers(one, (value, name) => value - other[name])
