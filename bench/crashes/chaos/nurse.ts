import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import { toWire } from '#kernel/ids.ts'
import { type Connected, connectAgain } from '../../posts/people.ts'
import type { Network, Publisher } from '../../posts/publisher.ts'
import type { Api } from './api.ts'
import type { Subject } from './subject.ts'
import type { World } from './world.ts'

export interface NursePlan {
  readonly world: World
  readonly api: Api
  readonly publisher: Publisher
  readonly accounts: readonly Connected[]
  /** The subjects by post ID in the API. */
  readonly subjects: ReadonlyMap<string, Subject>
}

/** Five failed queries are final, and are meant to be hours apart: an interruption must not use them up at once. */
const looksHurried = 2

/** Makes all waiting attempts due immediately, so that more of them coincide. Other benches measure the delays. */
async function hurry(db: Db, isCalm: boolean): Promise<void> {
  await sql`update publication set due_at = ph.now()
    where status in ('queued', 'publishing', 'processing') and due_at > ph.now()
      and (${isCalm} or coalesce((doubt ->> 'looks')::int, 0) < ${looksHurried})`.execute(db)
  // Missed posts are published a minute apart on purpose, so nothing counts as missed here.
  await sql`update remote_account set least_gap_until = '-infinity', parked_until = '-infinity',
    catch_up_until = '-infinity', outage_ended_at = '-infinity'
    where least_gap_until > ph.now() or parked_until > ph.now() or catch_up_until > ph.now()
      or outage_ended_at > '-infinity'`.execute(db)
  await sql`update engine_presence set outage_ended_at = '-infinity' where outage_ended_at > '-infinity'`.execute(db)
  await sql`update park set until = ph.now() where until > ph.now()`.execute(db)
  await sql`update webhook_delivery set due_at = ph.now() where due_at > ph.now()`.execute(db)
}

/** Reconnects every account that needs it. */
async function reconnect({ world, publisher, accounts }: NursePlan): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from account where status = 'needs_reconnect'`.execute(world.db)
  for (const { id } of rows) {
    const account = accounts.find((one) => one.id === id)
    if (account) await connectAgain(publisher, world.sandbox, account).catch(() => {})
  }
}

/** The longest wait for a response; a user who retries sends the request again anyway. */
const patienceMs = 10_000

interface Answered {
  readonly targets: readonly { readonly network: Network; readonly status: string }[]
}

/** Retries every failed post. */
async function retryFailed({ world, api, subjects }: NursePlan): Promise<number> {
  const { rows } = await sql<{ postId: string }>`
    select distinct t.post_id from publication p join post_target t on t.publication_id = p.id
    where p.status = 'failed'`.execute(world.db)
  let retried = 0
  for (const { postId } of rows) {
    const subject = subjects.get(toWire('post', postId))
    if (!subject || subject.withdrawnAt !== null) continue
    const { body, at } = await api.ask<Answered>('GET', `/v1/posts/${subject.id}`, undefined, patienceMs)
    const failed = body.targets.filter(({ status }) => status === 'failed')
    if (failed.length === 0) continue
    for (const { network } of failed) subject.saidFailed.push({ network, at })
    const response = await api.ask('POST', `/v1/posts/${subject.id}/retry`, undefined, patienceMs)
    if (response.status === 200) retried += 1
  }
  return retried
}

/** Counts the open work: publications, due posts and deliveries. */
export async function countOpen(db: Db): Promise<number> {
  const { rows } = await sql<{ open: number }>`select (
    (select count(*) from publication where status in ('queued', 'publishing', 'processing', 'held') and held_why is distinct from 'quota')
    + (select count(*) from post where status = 'scheduled' and deleted_at is null and scheduled_at <= ph.now())
    + (select count(*) from webhook_delivery where due_at is not null))::int as open`.execute(db)
  return rows[0]?.open ?? 0
}

/**
 * Repairs at intervals until it is over. A repair that fails because the database is unavailable is repeated the next
 * time.
 */
export async function nurse(plan: NursePlan, everyMs: number, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await hurry(plan.world.db, false)
      .then(() => reconnect(plan))
      .then(() => retryFailed(plan))
      .catch(tellUnanswered)
    await sleep(everyMs)
  }
}

/** Waits for all work to end after the faults are over. True when everything ended in time. */
export async function settle(plan: NursePlan, patienceMs: number): Promise<boolean> {
  for (const until = performance.now() + patienceMs; performance.now() < until; await sleep(1_000)) {
    try {
      await hurry(plan.world.db, true)
      await reconnect(plan)
      if ((await retryFailed(plan)) === 0 && (await countOpen(plan.world.db)) === 0) return true
    } catch {
      // The database may still be starting.
    }
  }
  return false
}

/** Prints requests that got no response. A response that the database is unavailable is expected here. */
function tellUnanswered(error: unknown): void {
  if (error instanceof Error && error.cause !== undefined)
    console.log(`        ${error.message}: ${String(error.cause)}`)
}
