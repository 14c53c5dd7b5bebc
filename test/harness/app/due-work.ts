import type { Deps } from '#app/deps.ts'
import { publishingOf } from '#app/publishing.ts'
import { settleClock } from '#app/settle-clock.ts'
import { chatWorkOf, delivererOf } from '#app/workers.ts'
import type { Db } from '#infra/db/client.ts'
import { prepared } from '#infra/db/prepared.ts'
import { createCrons } from '#infra/time/cron.ts'
import { createSyncer } from '#modules/analytics/index.ts'
import { createSealer } from '#modules/audit/index.ts'
import { createInboxReader } from '#modules/inbox/index.ts'
import { createPlanner } from '#modules/planning/index.ts'
import { createDispatcher } from '#modules/posts/index.ts'

interface DueWork {
  /** Runs what has become due by the clock: crons, recurring posts, and all that `settle` runs. */
  runDue(): Promise<void>
  /** Publishes due posts, runs the ready jobs, and seals new audit entries, until no more work results. */
  settle(): Promise<void>
}

/** Creates the work that an application's workers run automatically, for a test that controls its time. */
export function createDueWork(deps: Deps, { hasNumbers: readsNumbers }: { readonly hasNumbers: boolean }): DueWork {
  const crons = createCrons(deps)
  const sealer = createSealer(deps)
  const engine = publishingOf(deps)
  const dispatcher = createDispatcher(deps)
  const planner = createPlanner(deps)
  const deliverer = delivererOf(deps)
  const chats = chatWorkOf(deps)
  const syncer = createSyncer(deps, { holder: 'test' })
  const inbox = createInboxReader(deps, { holder: 'test' })

  const settle = async () => {
    for (let isBusy = true; isBusy; ) {
      await deps.queue.drain()
      await dispatcher.tick()
      const { hasPublications, hasEndpoints, hasChats, hasNumbers, hasInbox } = await workOf(deps.db)
      const published = hasPublications && Object.keys(deps.connectors).length > 0 ? await engine.tick() : 0
      const delivered = hasEndpoints ? await deliverer.tick() : 0
      const chatted = hasChats ? await chats.tick() : 0
      const read = hasInbox ? await inbox.tick() : 0
      isBusy = published + delivered + chatted + read + (readsNumbers && hasNumbers ? await syncer.tick() : 0) > 0
    }
    await sealer.tick()
  }
  return {
    settle,
    async runDue() {
      await settleClock(deps)
      await crons.tick()
      await planner.tick()
      await settle()
    },
  }
}

interface TestWork {
  readonly hasPublications: boolean
  readonly hasEndpoints: boolean
  readonly hasChats: boolean
  readonly hasNumbers: boolean
  readonly hasInbox: boolean
}

/**
 * Returns whether there are publications, endpoints, chat updates or metrics to read. Most tests have none, and this
 * query costs less than searching for due work.
 */
async function workOf(db: Db): Promise<TestWork> {
  const { rows } = await prepared('work-of-tests')<TestWork>`
    select exists (select from publication) as has_publications,
      exists (select from webhook_endpoint) as has_endpoints,
      exists (select from telegram_item where due_at is not null) as has_chats,
      exists (select from metrics_account where next_look_at <= ph.now()) as has_numbers,
      exists (select from inbox_account where next_look_at <= ph.now())
        or exists (select from inbox_act where due_at <= ph.now()) as has_inbox`.execute(db)
  return rows[0]!
}
